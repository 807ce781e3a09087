package picture

import (
	"slices"

	"gorm.io/gorm"
)

// Column selects a record's Picture by its image_url.
const Column = "picture_of(image_url) AS picture"

// In returns a Lookup that uses a database.
func In(db *gorm.DB) Lookup {
	return func(address string) (*Picture, error) {
		f, ok := Parse(address)
		if !ok {
			return nil, nil
		}
		var found []Picture
		err := db.Raw("SELECT width, height, focal_x, focal_y FROM pictures WHERE hash = ?", f.Hash).Scan(&found).Error
		if err != nil || len(found) == 0 {
			return nil, err
		}
		return &found[0], nil
	}
}

// Among returns a lookup of the pictures at these addresses of records, which may
// be nil. It makes one query.
func Among(db *gorm.DB, addresses []*string) (func(*string) *Picture, error) {
	var hashes []string
	for _, address := range addresses {
		if address == nil {
			continue
		}
		if f, ok := Parse(*address); ok {
			hashes = append(hashes, f.Hash)
		}
	}
	var rows []struct {
		Hash string
		Picture
	}
	if len(hashes) > 0 {
		if err := db.Raw("SELECT hash, width, height, focal_x, focal_y FROM pictures WHERE hash IN ?", hashes).Scan(&rows).Error; err != nil {
			return nil, err
		}
	}
	found := map[string]*Picture{}
	for i := range rows {
		found[rows[i].Hash] = &rows[i].Picture
	}
	return func(address *string) *Picture {
		if address == nil {
			return nil
		}
		f, _ := Parse(*address)
		return found[f.Hash]
	}, nil
}

// Of is In for the address of a record, which may be nil.
func Of(db *gorm.DB, address *string) (*Picture, error) {
	if address == nil {
		return nil, nil
	}
	return In(db)(*address)
}

// Exists reports whether a file exists at an address.
func Exists(db *gorm.DB, address string) (bool, error) {
	f, ok := Parse(address)
	if !ok {
		return false, nil
	}
	var found []struct {
		Widest   int
		Fallback string
	}
	err := db.Raw("SELECT widest, fallback FROM pictures WHERE hash = ? AND deleted_at IS NULL", f.Hash).Scan(&found).Error
	if err != nil || len(found) == 0 {
		return false, err
	}
	endings := []string{"avif", "webp", found[0].Fallback}
	return slices.Contains(endings, f.Ending) && slices.Contains(Widths(found[0].Widest), f.Width), nil
}
