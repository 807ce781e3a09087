package discovery

// SpeculationPath is where browsers learn which pages they may prepare.
const SpeculationPath = "/speculation.json"

// rules are those of https://wicg.github.io/nav-speculation/speculation-rules.html.
type rules struct {
	Prerender []rule `json:"prerender,omitempty"`
}

type rule struct {
	Where     condition `json:"where"`
	Eagerness string    `json:"eagerness"`
}

type condition struct {
	And      []condition `json:"and,omitempty"`
	Href     []string    `json:"href_matches,omitempty"`
	Selector string      `json:"selector_matches,omitempty"`
}
