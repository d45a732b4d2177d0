package config

import "github.com/hieralint/hieralint/engine/data"

func read(doc *data.Document, layer Layer) *Config { return &Config{Doc: doc, Layer: layer} }

func defaultConfig(layer Layer) *Config { return &Config{Layer: layer, Version: 5} }

func (c *Config) firstError(int) *Error { return nil }
