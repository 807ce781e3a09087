-- +goose Up

-- Offers on health plans get no visitor data and carry the disclaimer of 42 CFR 422.2267(e)(41), word for word, with the
-- numbers of organizations and products that the partner gives. Offers that mention Medicare, Medigap, health plans or
-- health insurance become such offers; until staff enter the numbers, their sentence is left out.
-- +goose StatementBegin
DO $$
DECLARE
    offers  text;
    address text;
BEGIN
    FOR offers, address IN VALUES ('offers', 'target_url'), ('content_offers', 'url'), ('daily_offers', 'link'), ('static_offers', 'link') LOOP
        EXECUTE format('ALTER TABLE %I
            ADD category           text NOT NULL DEFAULT ''general'' CHECK (category IN (''general'', ''health-plan'')),
            ADD plan_organizations integer CHECK (plan_organizations > 0),
            ADD plan_products      integer CHECK (plan_products > 0)', offers);
        EXECUTE format('ALTER TABLE %I ADD disclaimer text GENERATED ALWAYS AS (CASE WHEN category = ''health-plan'' THEN
            ''We do not offer every plan available in your area. ''
            || coalesce(''Currently we represent '' || plan_organizations::text || '' organizations which offer '' || plan_products::text || '' products in your area. '', '''')
            || ''Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.''
            END) STORED', offers);
        EXECUTE format('UPDATE %1$I SET category = ''health-plan'',
            %2$I = regexp_replace(%2$I, ''(\{|%%7B)(zip|phone|first|last|email|dob|birthday|street|address)(\}|%%7D)'', '''', ''gi'')
            WHERE concat_ws('' '', title, description, partner, who) ~* ''\m(medicare|medigap|health[\s-]+(plans?|insurance))\M''', offers, address);
    END LOOP;
    UPDATE static_offers SET plan_organizations = 3, plan_products = 12 WHERE slug = 'tallowmere-medicare-help';
END $$;
-- +goose StatementEnd
