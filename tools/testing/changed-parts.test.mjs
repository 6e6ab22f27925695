import { expect, test } from 'vitest';
import { partsForChange, testFoldersFor } from './changed-parts.mjs';

const namesFor = (...files) => partsForChange(files).map(({ name }) => name);

test('a change in a feature calls for its tests in every layer, and for its journeys', () => {
  expect(testFoldersFor('packages/contract/src/webhooks/webhooks.ts')).toEqual([
    'packages/contract/src/webhooks/',
    'apps/server/src/webhooks/',
    'apps/web/src/features/webhooks/',
  ]);
  expect(namesFor('apps/server/src/webhooks/fan-out-events.ts')).toEqual([
    'checks',
    'tests of the changed features',
    'journeys of the changed features',
  ]);
});

test('a changed document calls for the checks, a changed journey for itself and the rules of journeys', () => {
  expect(namesFor('docs/style.md')).toEqual(['checks']);
  expect(testFoldersFor('e2e/posts/merge.spec.ts')).toEqual(['tools/']);
});
