-- +goose Up

-- What a visitor decides about an offer by, each in a few words; empty ones are not shown.
-- +goose StatementBegin
DO $$
DECLARE
    offers text;
BEGIN
    FOREACH offers IN ARRAY ARRAY['offers', 'content_offers', 'daily_offers', 'static_offers'] LOOP
        EXECUTE format('ALTER TABLE %I
            ADD partner     text NOT NULL DEFAULT '''',
            ADD figure      text NOT NULL DEFAULT '''', -- what it is worth, such as $150
            ADD figure_note text NOT NULL DEFAULT '''',
            ADD who         text NOT NULL DEFAULT '''',
            ADD minimum     text NOT NULL DEFAULT '''',
            ADD fee         text NOT NULL DEFAULT '''',
            ADD ends        text NOT NULL DEFAULT '''',
            ADD proof       text NOT NULL DEFAULT ''''', offers);
    END LOOP;
END $$;
-- +goose StatementEnd
