-- +goose Up

-- Which advertiser had an offer that is gone for good, if anything was counted of it: what it earned stays with that one.
CREATE TABLE gone_offers (
    subject       event_subject NOT NULL,
    id            bigint NOT NULL,
    advertiser_id bigint NOT NULL REFERENCES advertisers,
    PRIMARY KEY (subject, id)
);
CREATE INDEX ON gone_offers (advertiser_id);

-- +goose StatementBegin
CREATE FUNCTION keep_advertiser() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gone_offers SELECT TG_ARGV[0]::event_subject, OLD.id, OLD.advertiser_id
    WHERE OLD.advertiser_id IS NOT NULL AND EXISTS (SELECT FROM daily_counts WHERE subject = TG_ARGV[0]::event_subject AND subject_id = OLD.id);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep_advertiser AFTER DELETE ON offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON content_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('content_offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON daily_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('daily_offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON static_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('static_offer');
