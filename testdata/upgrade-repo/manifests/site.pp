include web
include old
