package interpolate

func parse(text string) *Template { return &Template{Text: text} }
