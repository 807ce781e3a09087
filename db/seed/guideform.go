package seed

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
)

// Guide is a file of a guide. Its text is an introduction, a "## " section for
// each step, and a section named Conclusion.
type Guide struct {
	Title           string      `yaml:"title"`
	Subtitle        string      `yaml:"subtitle,omitempty"`
	Category        string      `yaml:"category,omitempty"`
	Tags            []string    `yaml:"tags,omitempty"`
	Author          string      `yaml:"author,omitempty"`
	Status          string      `yaml:"status,omitempty"`    // published if empty
	Published       Date        `yaml:"published,omitempty"` // may be in the future
	Reviewed        Date        `yaml:"reviewed,omitempty"`
	Revised         Date        `yaml:"revised,omitempty"`
	Featured        bool        `yaml:"featured"`
	Image           string      `yaml:"image,omitempty"`
	Related         []string    `yaml:"related,omitempty"`
	RelatedArticles []string    `yaml:"relatedArticles,omitempty"`
	Sources         []Source    `yaml:"sources,omitempty"`
	Correction      *Correction `yaml:"correction,omitempty"`
	FormerSlugs     []string    `yaml:"formerSlugs,omitempty"`
	Parts           *Parts      `yaml:"parts,omitempty"`
	Introduction    string      `yaml:"-"`
	Steps           []Step      `yaml:"-"`
	Conclusion      string      `yaml:"-"`
}

// Parts is in the front matter of a guide whose text can't be split: it isn't
// complete yet, or has "## " sections of its own. The text is then the
// introduction.
type Parts struct {
	Steps      []Step `yaml:"steps,omitempty"`
	Conclusion string `yaml:"conclusion,omitempty"`
}

// Step is a step of a guide.
type Step struct {
	Title         string `yaml:"title" json:"title"`
	Image         string `yaml:"image,omitempty" json:"imageUrl"`
	Content       string `yaml:"content,omitempty" json:"content"`
	CTAText       string `yaml:"ctaText,omitempty" json:"ctaText"`
	CTAURL        string `yaml:"ctaUrl,omitempty" json:"ctaUrl"`
	CTASponsored  bool   `yaml:"ctaSponsored,omitempty" json:"ctaSponsored"`
	CTAAdvertiser string `yaml:"ctaAdvertiser,omitempty" json:"ctaAdvertiser"`
}

// ReadGuide parses a file of a guide.
func ReadGuide(content []byte) (g Guide, err error) {
	body, err := frontMatter(content, &g)
	if err != nil {
		return g, err
	}
	if g.Parts != nil {
		g.Introduction, g.Steps, g.Conclusion, g.Parts = body, g.Parts.Steps, g.Parts.Conclusion, nil
		return g, nil
	}
	var complete bool
	if g.Introduction, g.Steps, g.Conclusion, complete = partGuide(body); !complete {
		content = lines(content)
		head := bytes.Index(content, []byte(closing[:len(closing)-1]))
		return g, &Fault{3 + bytes.Count(content[:head], []byte("\n")), "A guide needs an introduction, steps, and a conclusion."}
	}
	return g, nil
}

// Bytes returns the file.
func (g Guide) Bytes() ([]byte, error) {
	text := g.text()
	introduction, steps, conclusion, complete := partGuide(text)
	if !complete || introduction != g.Introduction || conclusion != g.Conclusion || !reflect.DeepEqual(steps, g.Steps) {
		text, g.Parts = g.Introduction, &Parts{g.Steps, g.Conclusion}
	}
	return file(g, text)
}

// text returns the text of a guide that can be split.
func (g Guide) text() string {
	var out strings.Builder
	out.WriteString(g.Introduction)
	for _, s := range g.Steps {
		out.WriteString("\n\n## " + s.Title + "\n" + s.text())
	}
	out.WriteString("\n\n## Conclusion\n" + g.Conclusion)
	return out.String()
}

func partGuide(body string) (introduction string, steps []Step, conclusion string, complete bool) {
	parts := strings.Split("\n"+body, "\n## ")
	introduction = strings.TrimSpace(parts[0])
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		if title == "Conclusion" {
			conclusion = strings.TrimSpace(text)
			continue
		}
		steps = append(steps, partStep(strings.TrimSpace(title), strings.TrimSpace(text)))
	}
	return introduction, steps, conclusion, introduction != "" && conclusion != "" && len(steps) > 0
}

// The motifs of steps are the pictures in this folder.
const (
	motifs = "/images/steps/"
	motif  = ".svg"
	image  = "image: " // starts the line with a step's motif, or with the address of another picture
)

var (
	onlyLink   = regexp.MustCompile(`(?m)^\[([^\]]+)\]\(([^)\s]+)( "sponsored(?:: ([^"]+))?")?\)$`)
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// partStep splits a step into picture, text and call to action. The title of
// the call to action marks a paid one: [text](url "sponsored"), or [text](url
// "sponsored: Partner").
func partStep(title, text string) Step {
	s := Step{Title: title}
	if shown, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(shown, image) {
		s.Image = strings.TrimSpace(strings.TrimPrefix(shown, image))
		if !strings.HasPrefix(s.Image, "/") {
			s.Image = motifs + s.Image + motif
		}
		text = strings.TrimSpace(rest)
	}
	if m := onlyLink.FindStringSubmatch(text); m != nil {
		s.CTAText, s.CTAURL, s.CTASponsored, s.CTAAdvertiser = m[1], m[2], m[3] != "", m[4]
		text = strings.Replace(text, m[0], "", 1)
	}
	s.Content = strings.TrimSpace(blankLines.ReplaceAllString(text, "\n\n"))
	return s
}

// text returns what partStep splits.
func (s Step) text() string {
	var parts []string
	if s.Image != "" {
		shown := s.Image
		if name, ok := strings.CutPrefix(strings.TrimSuffix(shown, motif), motifs); ok && strings.HasSuffix(shown, motif) {
			shown = name
		}
		parts = append(parts, image+shown)
	}
	if s.Content != "" {
		parts = append(parts, s.Content)
	}
	if s.CTAText != "" {
		link := "[" + s.CTAText + "](" + s.CTAURL
		switch {
		case s.CTASponsored && s.CTAAdvertiser != "":
			link += ` "sponsored: ` + s.CTAAdvertiser + `"`
		case s.CTASponsored:
			link += ` "sponsored"`
		}
		parts = append(parts, link+")")
	}
	return strings.Join(parts, "\n\n")
}
