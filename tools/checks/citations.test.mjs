import { describe, expect, test } from 'vitest';
import { findCitationFaults, readSections } from './citations.mjs';

const api = readSections(
  [
    '# 2. Resources',
    '## 2.1 Posts',
    '### Locks',
    'Ten minutes.',
    '### 2.4.1 Tasks',
    '# 9. Rulings',
    '| Number | Rule |',
    '| 7, 8 | 10 MB |',
    '| 9 | ten minutes |',
  ].join('\n'),
);
const spec = readSections(
  '## 1 §5 Validation\n\n**Profile.** A name.\n\n## 3 §2 Screens\n\n### CSV import\n',
);
const decisions = ['0007-role-escalation.md'];
const find = (text) => findCitationFaults(text, { api, spec, decisions });

describe('citations that lead somewhere', () => {
  test.each([
    ['(API v3 §2.1)'],
    ['API v3 §2.1 and §2.4.1; spec 1 §5'],
    ['API v3 §2.1, "Locks"; rulings 7 and 9'],
    ['API v3 §9, ruling 8'],
    ['API v3 §9 rulings 7 to 9'],
    ['spec 1 §5, "Profile"'],
    ['spec 3 §2 "CSV import"'],
    ['API v3 §2.1, "Locks", §2.4.1'],
    ['/** The limit (API\n * v3 §2.1, spec 1\n * §5). */'],
    ['docs/decisions/0007 and docs/decisions/0007-role-escalation.md, decision 7'],
    ['RFC 9110 §13, a wire transfer, the specification'],
  ])('accepts %s', (text) => expect(find(text)).toEqual([]));
});

describe('citations that lead nowhere', () => {
  test.each([
    ['API v3 §2.9', 'API v3 §2.9: there is no section 2.9'],
    ['API v3 §2.1, §2.7', 'API v3 §2.1, §2.7: there is no section 2.7'],
    ['API v3 §2.1, "Stats"', 'API v3 §2.1, "Stats": the section has no topic "Stats"'],
    ['spec 2 §5', 'spec 2 §5: there is no section 2 §5'],
    ['spec 1 §5, "CSV import"', 'spec 1 §5, "CSV import": the section has no topic "CSV import"'],
    ['// one (spec 1\n// §6)', 'spec 1 §6: there is no section 1 §6'],
    ['ruling 6', 'ruling 6: API v3 §9 has no ruling 6'],
    ['rulings 7 to 10', 'rulings 7 to 10: API v3 §9 has no ruling 10'],
    ['docs/decisions/0008', 'docs/decisions/0008: there is no such decision'],
    ['docs/decisions/0007-old-name.md', 'docs/decisions/0007-old-name.md: there is no such decision'],
    ['see decision 12', 'decision 12: there is no such decision'],
    ['wire 2.1', 'wire 2.1: write API v3 §N.N'],
    ['API v3 2.1', 'API v3 2.1: write API v3 §N.N'],
    ['spec 3, "Screens"', 'spec 3: write spec N §N'],
    ['Spec 1 §5', '§5: write the document before it'],
    ['in API v3 format (§2.1)', '§2.1: write the document before it'],
    ['API v3 §2.1 to 2.4', '§2.1 to 2.4: write §N.N to §N.N'],
  ])('rejects %s', (text, fault) => expect(find(text)).toEqual([fault]));
});
