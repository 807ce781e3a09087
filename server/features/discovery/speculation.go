package discovery

// SpeculationPath is the path of the speculation rules.
const SpeculationPath = "/speculation.json"

// rules follows https://wicg.github.io/nav-speculation/speculation-rules.html.
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
