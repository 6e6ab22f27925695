/** What axe finds on the screen, by the rules that need no layout: colours and sizes are the journeys' matter. */
import axe from 'axe-core';

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const layoutRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** @returns each violation with the elements it concerns; an empty list when there is none */
export async function findAccessibilityViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: wcagTags },
    rules: Object.fromEntries(layoutRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((it) => it.html).join(', ')})`);
}
