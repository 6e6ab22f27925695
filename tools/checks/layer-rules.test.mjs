import { describe, expect, it } from 'vitest';
import { findCycles, importsIn, resolveImport } from './imports.mjs';
import { forbiddenImportReason } from './layer-rules.mjs';

const server = (path) => `apps/server/src/${path}`;
const web = (path) => `apps/web/src/${path}`;

const ALLOWED = [
  ['packages/contract/src/posts/posts.ts', 'zod'],
  ['packages/contract/src/posts/posts.ts', 'packages/contract/src/common/limits.ts'],
  ['packages/contract/src/posts.test.ts', 'vitest'],
  ['packages/survey-logic/src/shows.ts', 'packages/contract/src/surveys/surveys.ts'],
  [server('kernel/http/error-handler.ts'), 'packages/contract/src/common/field-errors.ts'],
  [server('posts/posts.sql.ts'), server('posts/posts.rules.ts')],
  [server('posts/create/create-post.ts'), server('posts/posts.view.ts')],
  [server('posts/create/create-post.ts'), server('surveys/surveys.public.ts')],
  [server('posts/posts.http.ts'), server('posts/create/create-post.ts')],
  [server('app.ts'), server('posts/posts.http.ts')],
  [server('app.ts'), server('migrations/0001-people.ts')],
  [server('posts/create-post.test.ts'), server('testing/cast.ts')],
  [server('kernel/postgres/start-embedded.test.ts'), server('kernel/postgres/testing.ts')],
  [web('blocks/post-card.tsx'), web('blocks/map-canvas/map-canvas.ts')],
  [web('features/posts/list.tsx'), web('features/posts/row.tsx')],
  [web('routes/index.tsx'), web('features/posts/list.tsx')],
  [web('main.tsx'), web('routes/index.tsx')],
  [web('ui/field.tsx'), '@mantine/core'],
  [web('ui/i18n/i18n.ts'), web('locales/en.json')],
];

const FORBIDDEN = [
  ['packages/contract/src/posts/posts.ts', 'pg', /only contract, zod/],
  ['packages/contract/src/posts/posts.ts', 'packages/survey-logic/src/shows.ts', /only contract, zod/],
  ['packages/survey-logic/src/shows.ts', 'zod', /only contract, survey-logic/],
  [server('kernel/db/database.ts'), server('users/users.public.ts'), /does not import domains/],
  [server('kernel/db/database.ts'), 'packages/survey-logic/src/shows.ts', /does not depend on surveys/],
  [server('posts/posts.rules.ts'), server('posts/posts.sql.ts'), /rules lie below queries/],
  [server('posts/posts.sql.ts'), server('posts/create/create-post.ts'), /queries lie below actions/],
  [server('posts/create/create-post.ts'), server('posts/posts.http.ts'), /only app\.ts/],
  [server('posts/create/create-post.ts'), server('surveys/surveys.sql.ts'), /surveys\.public\.ts only/],
  [server('surveys/edit-survey.ts'), server('posts/posts.public.ts'), /comes after/],
  [server('posts/create/create-post.ts'), server('gadgets/gadgets.public.ts'), /not listed/],
  [server('posts/create/create-post.ts'), server('app.ts'), /only main\.ts and demo/],
  [server('posts/create/create-post.ts'), server('testing/cast.ts'), /only tests/],
  [server('migrations/0001-people.ts'), server('users/users.public.ts'), /must not change/],
  [server('app.ts'), web('ui/field.tsx'), /does not import web/],
  [web('ui/field.tsx'), 'packages/contract/src/posts/posts.ts', /does not import the domain/],
  [web('ui/field.tsx'), web('api/call.ts'), /ui\/ lies below api\//],
  [web('api/call.ts'), web('blocks/post-card.tsx'), /lies below/],
  [web('blocks/post-card.tsx'), web('features/posts/list.tsx'), /lies below/],
  [web('features/posts/list.tsx'), web('features/surveys/list.tsx'), /do not import one another/],
  [web('features/posts/list.tsx'), web('routes/index.tsx'), /lies below/],
  [web('features/posts/list.tsx'), web('main.tsx'), /entry points/],
  [web('api/call.ts'), '@waypost/server', /does not import/],
];

describe('layers', () => {
  it.each(ALLOWED)('%s may import %s', (from, to) => {
    expect(forbiddenImportReason(from, to)).toBeUndefined();
  });

  it.each(FORBIDDEN)('%s may not import %s', (from, to, reason) => {
    expect(forbiddenImportReason(from, to)).toMatch(reason);
  });
});

describe('reading imports', () => {
  it('finds every form and nothing in comments', () => {
    const source = `
import a from 'a';
import type {
  B,
} from '../b.ts';
import '../c.css';
export * from '@waypost/contract/posts/posts';
const d = await import('../d.ts');
/**
 * import e from '../e.ts';
 */
export const from = 'f';
`;
    const expected = ['a', '../b.ts', '../c.css', '@waypost/contract/posts/posts', '../d.ts'];
    expect(new Set(importsIn(source))).toEqual(new Set(expected));
  });

  it('resolves to paths from the root', () => {
    expect(resolveImport('apps/web/src/ui/a.ts', '../api/b.ts')).toBe('apps/web/src/api/b.ts');
    expect(resolveImport('apps/web/src/ui/a.ts', '@waypost/contract/posts/posts')).toBe(
      'packages/contract/src/posts/posts.ts',
    );
    expect(resolveImport('apps/web/src/ui/a.ts', 'react')).toBe('react');
  });

  it('finds cycles', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'x']],
      ['c', ['b']],
      ['d', ['a']],
    ]);
    expect(findCycles(graph)).toEqual([['b', 'c']]);
  });
});
