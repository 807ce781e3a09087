package site_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

const library = "/api/admin/pictures"

type answered struct {
	ID            int64
	URL           string
	Name, Alt     string
	Width, Height int
	FocalX        int
	Version       int
	Detail        string
	Uses          []struct{ Kind, Title string }
}

// upload uploads a file and decodes the response.
func upload(m sitetest.Member, name string, file []byte, more ...string) (sitetest.Answer, answered) {
	m.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, name)}}
	part, err := form.CreatePart(header)
	if err == nil {
		_, err = part.Write(file)
	}
	for i := 0; i+1 < len(more) && err == nil; i += 2 {
		err = form.WriteField(more[i], more[i+1])
	}
	if err != nil || form.Close() != nil {
		m.T.Fatal(err)
	}
	a := m.Call("POST", library, body.String(), "Cookie", m.Cookie, "Content-Type", form.FormDataContentType())
	return a, sitetest.Decode[answered](m.T, a.Body)
}

// photo returns a JPEG of this size with a camera's metadata: it must be
// rotated by 90 degrees, and it names the photographer.
func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(x + y), 255})
		}
	}
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, img, nil); err != nil {
		t.Fatal(err)
	}
	const artist = "Jane Secret\x00"
	exif := []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x02\x00")
	exif = append(exif, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0)                  // orientation 6
	exif = append(exif, 0x3b, 0x01, 2, 0, byte(len(artist)), 0, 0, 0, 38, 0, 0, 0) // offset of the artist's name
	exif = append(append(exif, 0, 0, 0, 0), artist...)                             // no further directories
	length := binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, append(length, exif...)...)
	return append(out, plain.Bytes()[2:]...)
}

// drawing returns a PNG of this size.
func drawing(t *testing.T, width, height int, c color.Color) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// bomb returns a small PNG that claims to have 400 megapixels.
func bomb(t *testing.T) []byte {
	t.Helper()
	out := drawing(t, 1, 1, color.Black)
	head := out[12:29] // IHDR and its fields
	binary.BigEndian.PutUint32(head[4:], 20_000)
	binary.BigEndian.PutUint32(head[8:], 20_000)
	binary.BigEndian.PutUint32(out[29:], crc32.ChecksumIEEE(head))
	return out
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"uploadedPictureIsServedImmediately":         uploadedPictureIsServedImmediately,
		"transparencyIsKept":                         transparencyIsKept,
		"invalidUploadsAreRejectedWithAnExplanation": invalidUploadsAreRejectedWithAnExplanation,
		"editorsManageTheLibraryAndMarketersViewIt":  editorsManageTheLibraryAndMarketersViewIt,
		"pictureInUseCannotBeDeleted":                pictureInUseCannotBeDeleted,
		"unloadablePictureURLIsReportedAtItsField":   unloadablePictureURLIsReportedAtItsField,
		"pagesGetPictureDimensionsAndSizes":          pagesGetPictureDimensionsAndSizes,
		"uploadingAnAnimatedPictureShowsANotice":     uploadingAnAnimatedPictureShowsANotice,
		"picturesAreStoredInTheDataFolder":           picturesAreStoredInTheDataFolder,
	})
}

func uploadedPictureIsServedImmediately(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("takes long")
	}
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	a, p := upload(ed, "jar.jpg", photo(t, 1000, 700), "alt", "A jar of coins")
	sitetest.Agrees(t, doc, "POST", library, a)
	if a.Status != 201 || p.Width != 700 || p.Height != 1000 || p.Name != "jar.jpg" || p.Alt != "A jar of coins" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	shown := s.Get(p.URL)
	img, err := jpeg.Decode(strings.NewReader(shown.Body))
	if err != nil || img.Bounds().Dx() != 700 || img.Bounds().Dy() != 1000 {
		t.Errorf("%s is %v: %v", p.URL, img.Bounds(), err)
	}
	if got := shown.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" || shown.Header.Get("Content-Type") != "image/jpeg" || shown.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("%s: %v", p.URL, shown.Header)
	}
	stem, _, _ := strings.Cut(p.URL, "-700.")
	for file, kind := range map[string]string{
		"-480.avif": "image/avif", "-480.webp": "image/webp", "-480.jpg": "image/jpeg", "-700.avif": "image/avif", "-700.webp": "image/webp",
	} {
		f := s.Get(stem + file)
		if f.Status != 200 || f.Header.Get("Content-Type") != kind || strings.Contains(f.Body, "Secret") {
			t.Errorf("%s: %d %v", file, f.Status, f.Header)
		}
	}
	for _, none := range []string{stem + "-800.webp", stem + "-700.png", stem + "-700.svg", "/pictures/x"} {
		if f := s.Get(none); f.Status != 404 || strings.Contains(f.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", none, f.Status, f.Header)
		}
	}
}

func transparencyIsKept(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	_, p := upload(ed, "glass.png", drawing(t, 20, 10, color.NRGBA{200, 0, 0, 90}))
	img, err := png.Decode(strings.NewReader(ed.Get(p.URL).Body))
	if err != nil {
		t.Fatal(p.URL, err)
	}
	if _, _, _, alpha := img.At(5, 5).RGBA(); alpha == 0xffff || p.Width != 20 {
		t.Errorf("%s has alpha %d", p.URL, alpha)
	}
	if _, dot := upload(ed, "dot.png", drawing(t, 1, 1, color.White)); dot.Width != 1 || ed.Get(dot.URL).Status != 200 {
		t.Errorf("a picture of one pixel: %+v", dot)
	}
}

func invalidUploadsAreRejectedWithAnExplanation(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("takes long")
	}
	ed := s.As("editor")
	good := drawing(t, 2, 2, color.White)
	before := s.Count("SELECT count(*) FROM pictures")
	for _, c := range []struct {
		name   string
		file   []byte
		status int
		words  string
	}{
		{"x.jpg", []byte("<html>no picture</html>"), 400, "couldn't read"},
		{"x.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`), 400, "don't support"},
		{"x.png", bomb(t), 400, "50 megapixels"},
		{"x.png", drawing(t, 1, 30_001, color.Black), 400, "30,000 pixels"},
		{"x.png", good[:len(good)/2], 400, "couldn't read"},
		{"x.png", nil, 400, "Choose a picture"},
		{"../x.png", good, 400, "can't contain a path"},
		{`..\x.png`, good, 400, "can't contain a path"},
		{"x.png", make([]byte, 26<<20), 413, "larger than 25 MB"},
		{"x.png", make([]byte, 60<<20), 413, "larger than 25 MB"},
	} {
		if a, p := upload(ed, c.name, c.file); a.Status != c.status || !strings.Contains(p.Detail, c.words) {
			t.Errorf("%s of %d bytes: %d %s", c.name, len(c.file), a.Status, a.Body)
		}
	}
	if a := ed.Do("POST", library, sitetest.M{"file": "x"}); a.Status != 415 {
		t.Errorf("JSON: %d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM pictures") - before; n != 0 {
		t.Errorf("%d pictures were stored", n)
	}
	if _, p := upload(ed, "x.png", good); p.ID == 0 {
		t.Error("a valid picture was rejected afterward")
	}
}

func editorsManageTheLibraryAndMarketersViewIt(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed, reader, visitor := s.As("editor"), s.As("marketer"), s.As("visitor")
	file := drawing(t, 30, 20, color.Black)
	_, p := upload(ed, "Autumn jar.png", file)
	one := library + "/" + fmt.Sprint(p.ID)
	if a, again := upload(ed, "other.png", file); a.Status != 201 || again.ID != p.ID {
		t.Errorf("the same file again: %d %s", a.Status, a.Body)
	}
	for _, m := range []sitetest.Member{reader, visitor} {
		if a, _ := upload(m, "x.png", file); a.Status != 403 {
			t.Errorf("upload: %d", a.Status)
		}
		if a := m.Do("DELETE", one, nil); a.Status != 403 {
			t.Errorf("delete: %d", a.Status)
		}
	}
	changed := ed.Do("PUT", one, sitetest.M{"alt": "A jar", "focalX": 20, "focalY": 80, "version": p.Version})
	sitetest.Agrees(t, doc, "PUT", library+"/{id}", changed)
	found := reader.Do("GET", library+"?q=AUTUMN", nil)
	sitetest.Agrees(t, doc, "GET", library, found)
	if changed.Status != 200 || !strings.Contains(found.Body, `"focalX":20`) || found.Header.Get("X-Total-Count") != "1" {
		t.Errorf("changed %s, found %s", changed.Body, found.Body)
	}
	if none := reader.Do("GET", library+"?q=winter", nil); none.Body != "[]" {
		t.Errorf("found %s", none.Body)
	}
	for path, status := range map[string]int{one: 200, library + "/99": 404} {
		if a := reader.Do("GET", path, nil); a.Status != status {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
	if a := ed.Do("PUT", one, sitetest.M{"focalX": 101}); a.Status != 400 {
		t.Errorf("a focal point outside the picture: %d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'picture' AND action IN ('create', 'update') AND subject_id = $1", fmt.Sprint(p.ID)); n != 2 {
		t.Errorf("%d audit log entries", n)
	}
}

func pictureInUseCannotBeDeleted(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	_, p := upload(ed, "jar.png", drawing(t, 31, 20, color.Black))
	one := library + "/" + fmt.Sprint(p.ID)
	image, text := sitetest.M{"imageUrl": p.URL}, sitetest.M{"body": "See ![it](" + p.URL + ")."}
	page := ed.Page("hot-offers").ID
	for path, body := range map[string]sitetest.M{
		"/api/admin/articles":     {"title": "A", "slug": "used-a", "excerpt": "A.", "category": "shopping", "body": text["body"]},
		"/api/admin/guides":       {"title": "G", "slug": "used-g", "subtitle": "G.", "category": "shopping", "items": []sitetest.M{{"title": "S", "content": "S", "imageUrl": p.URL}}},
		"/api/admin/offers":       {"title": "O", "targetUrl": "https://x.example.com", "type": "phone", "imageUrl": p.URL},
		"/api/content/offers":     {"title": "C", "url": "https://x.example.com", "pageId": page, "imageUrl": p.URL},
		"/api/admin/daily-offers": {"title": "D", "link": "https://x.example.com", "imageUrl": p.URL},
	} {
		made := ed.Edit("POST", path, body)
		if a := ed.Do("DELETE", one, nil); a.Status != 409 || !strings.Contains(a.Body, "uses this picture") {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
		used := sitetest.Must[answered](ed, "GET", one, nil).Uses
		if len(used) != 1 || used[0].Title != body["title"] {
			t.Errorf("%s: used in %+v", path, used)
		}
		ed.Edit("PUT", path+"/"+fmt.Sprint(made.ID), without(body, image))
	}
	if a := ed.Do("DELETE", one, nil); a.Status != 200 {
		t.Fatalf("unused: %d %s", a.Status, a.Body)
	}
	if a := ed.Do("POST", "/api/admin/offers", sitetest.M{"title": "O", "targetUrl": "https://x.example.com", "type": "phone", "imageUrl": p.URL}); a.Status != 400 {
		t.Errorf("a deleted picture was accepted: %d", a.Status)
	}
	if _, back := upload(ed, "jar.png", drawing(t, 31, 20, color.Black)); back.ID != p.ID {
		t.Errorf("uploaded again: %+v", back)
	}
}

// without returns what removes a picture from a record.
func without(body, image sitetest.M) sitetest.M {
	switch {
	case body["items"] != nil:
		return sitetest.M{"items": []sitetest.M{{"title": "S", "content": "S"}}}
	case body["body"] != nil:
		return sitetest.M{"body": "Nothing to see."}
	}
	image["imageUrl"] = nil
	return image
}

func unloadablePictureURLIsReportedAtItsField(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	_, p := upload(ed, "jar.png", drawing(t, 32, 20, color.Black))
	page := ed.Page("hot-offers").ID
	other := strings.Replace(p.URL, "/pictures/", "/pictures/0", 1)
	for path, body := range map[string]sitetest.M{
		"/api/admin/articles":     {"title": "A", "slug": "other-a"},
		"/api/admin/guides":       {"title": "G", "slug": "other-g"},
		"/api/admin/offers":       {"title": "O", "targetUrl": "https://x.example.com", "type": "phone"},
		"/api/content/offers":     {"title": "C", "url": "https://x.example.com", "pageId": page},
		"/api/admin/daily-offers": {"title": "D", "link": "https://x.example.com"},
	} {
		for _, address := range []string{
			"https://cdn.example.com/x.png", "//cdn.example.com/x.png", "data:image/png;base64,AAAA", "/images/nope.jpg", "/images/../manifest.json",
			"/images", "/", "/pictures/x.jpg", other, strings.Replace(p.URL, "-32.", "-480.", 1), p.URL + "?x", "jar.png",
		} {
			body["imageUrl"] = address
			if a := ed.Do("POST", path, body); a.Status != 400 || !strings.Contains(a.Body, `"field":"imageUrl"`) {
				t.Errorf("%s with %s: %d %s", path, address, a.Status, a.Body)
			}
		}
		for i, address := range []string{p.URL, "/images/default.svg"} {
			body["imageUrl"], body["slug"] = address, fmt.Sprint("slug-", i)
			if !strings.HasPrefix(path, "/api/admin/articles") && !strings.HasPrefix(path, "/api/admin/guides") {
				delete(body, "slug")
			}
			if a := ed.Do("POST", path, body); a.Status != 201 {
				t.Errorf("%s with %s: %d %s", path, address, a.Status, a.Body)
			}
		}
	}
	steps := sitetest.M{"title": "G", "slug": "h", "items": []sitetest.M{{"title": "S", "imageUrl": "/images/nope.jpg"}}}
	if a := ed.Do("POST", "/api/admin/guides", steps); a.Status != 400 || !strings.Contains(a.Body, "Step 1: We couldn't find a picture") {
		t.Errorf("a step: %d %s", a.Status, a.Body)
	}
}

func pagesGetPictureDimensionsAndSizes(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	_, p := upload(ed, "jar.png", drawing(t, 900, 600, color.Black))
	page := ed.Page("hot-offers").ID
	for path, body := range map[string]sitetest.M{
		"/api/admin/articles": {"title": "A", "slug": "a", "excerpt": "A.", "category": "shopping", "status": "published", "imageUrl": p.URL, "body": "![it](" + p.URL + ")"},
		"/api/admin/guides": {"title": "G", "slug": "g", "subtitle": "G.", "category": "shopping", "status": "published", "imageUrl": p.URL,
			"items": []sitetest.M{{"title": "S", "content": "S", "imageUrl": p.URL}}},
		"/api/admin/offers":       {"title": "O", "targetUrl": "https://x.example.com", "type": "phone", "imageUrl": p.URL},
		"/api/content/offers":     {"title": "C", "url": "https://x.example.com", "pageId": page, "imageUrl": p.URL},
		"/api/admin/daily-offers": {"title": "D", "link": "https://x.example.com", "imageUrl": p.URL, "position": 0},
	} {
		ed.Edit("POST", path, body)
	}
	doc := sitetest.Contract(t)
	shown := map[string]string{
		"/api/articles": "/api/articles", "/api/articles/a": "/api/articles/{slug}", "/api/listicles": "/api/listicles", "/api/listicles/g": "/api/listicles/{id}",
		"/api/offers": "/api/offers", "/api/content/hot-offers/offers": "/api/content/{slug}/offers", "/api/daily-offers": "/api/daily-offers",
	}
	for _, x := range []int{50, 20} {
		ed.Edit("PUT", library+"/"+fmt.Sprint(p.ID), sitetest.M{"focalX": x})
		for path, pattern := range shown {
			a := s.Get(path)
			sitetest.Agrees(t, doc, "GET", pattern, a)
			if !strings.Contains(a.Body, fmt.Sprintf(`"picture":{"width":900,"height":600,"focalX":%d,"focalY":50}`, x)) {
				t.Errorf("%s: %.300s", path, a.Body)
			}
		}
	}
	if a := s.Get("/api/articles/a"); !strings.Contains(a.Body, `width=\"900\" height=\"600\" loading=\"lazy\"`) {
		t.Errorf("the text: %s", a.Body)
	}
}
