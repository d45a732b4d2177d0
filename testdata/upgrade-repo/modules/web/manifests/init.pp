# A web server.
class web (
  String $greeting,
  String $motd,
  Integer $port,
) { }
