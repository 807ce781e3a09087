import type { Sheet } from "../../shared/numbers/sheet.ts";

const dollars = { per: 1, places: 0, before: "$", one: "", many: "", each: " a year" };

const sheet: Sheet = {
  name: "router",
  title: "Rent the box or own it",
  main: "saved",
  yearly: "saved",
  badge: true,
  assumptions: [
    { name: "rent", label: "Rental", value: 14, min: 4, max: 30, step: 1, style: { ...dollars, each: " a month" } },
  ],
  formulas: [
    { name: "year", program: ["rent", 12, "*"], style: dollars },
    { name: "saved", program: ["year", 48, "-"], style: dollars },
  ],
};

/** A block of numbers as the server writes it (server/platform/numbers/html.go). */
export const numbers = `
<section class="numbers" id="numbers-router" aria-labelledby="numbers-router-title" data-numbers="${JSON.stringify(sheet).replaceAll('"', "&quot;")}">
<p class="numbers-kicker">Your numbers</p>
<h3 class="numbers-title" id="numbers-router-title">Rent the box or own it</h3>
<p class="numbers-sentence"><span class="numbers-whose">In the example:</span> owning saves <span class="figure" data-figure="router.saved">$120</span> a year.</p>
<div class="numbers-columns">
<table class="numbers-given"><caption>Assumptions</caption><tbody>
<tr data-assumption="rent"><th scope="row">Rental<small>The equipment line of your bill</small></th><td><span class="numbers-value">$14 a month</span><span class="numbers-range">$4<svg viewBox="-4 0 108 8" role="img" aria-label="to"><path d="M0 4H100"></path><circle cx="38" cy="4" r="3.5"></circle></svg>$30</span></td></tr>
</tbody></table>
<table class="numbers-results"><caption>Results</caption><tbody>
<tr><th scope="row">Rental in a year</th><td data-figure="router.year" data-whole="">$168 a year</td></tr>
<tr class="numbers-main"><th scope="row">Saved</th><td data-figure="router.saved" data-whole="">$120 a year</td></tr>
</tbody></table>
</div>
<table class="numbers-weights"><caption>What matters most</caption><tbody>
<tr data-weight="rent"><th scope="row">Rental</th><td><svg viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 6H200"></path><path d="M77 0V12"></path></svg><span>$0 to $312 a year</span></td></tr>
</tbody></table>
</section>`;
