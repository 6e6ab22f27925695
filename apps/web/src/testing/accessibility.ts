/** Accessibility checks with axe. Rules that need a layout, such as colours and sizes, are checked in the e2e tests. */
import axe from 'axe-core';

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const layoutRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** @returns each violation with the elements concerned; an empty list when there is none */
export async function findAccessibilityViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: wcagTags },
    rules: Object.fromEntries(layoutRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((it) => it.html).join(', ')})`);
}
