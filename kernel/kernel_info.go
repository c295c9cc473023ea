package kernel

// Info describes a kernel to its clients: the content of kernel_info_reply.
type Info struct {
	Implementation        string       `json:"implementation"`
	ImplementationVersion string       `json:"implementation_version"`
	Language              LanguageInfo `json:"language_info"`
	Banner                string       `json:"banner"`
	HelpLinks             []HelpLink   `json:"help_links"`
}

// LanguageInfo describes how front ends store and to highlight cells.
type LanguageInfo struct {
	Name          string `json:"name"`
	Version       string `json:"version"`
	MimeType      string `json:"mimetype"`
	FileExtension string `json:"file_extension"`
	// PygmentsLexer and CodeMirrorMode name highlighters.
	PygmentsLexer  string `json:"pygments_lexer,omitempty"`
	CodeMirrorMode string `json:"codemirror_mode,omitempty"`
}

// HelpLink is an entry of a front end's help menu.
type HelpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

func (k *core) kernelInfo(*request) (any, error) {
	info := k.info
	info.HelpLinks = notNil(info.HelpLinks)
	return struct {
		Status          string `json:"status"`
		ProtocolVersion string `json:"protocol_version"`
		Info
		// Debugger announces the feature of that name in protocol 5.5.
		Debugger bool `json:"debugger"`
		// Features are protocol 5.5's optional ones that are there; doc.go tells
		// why not the others.
		Features []string `json:"supported_features"`
	}{"ok", ProtocolVersion, info, true, []string{"debugger"}}, nil
}
