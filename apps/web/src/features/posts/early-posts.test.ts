import { listPosts } from '@waypost/contract/posts';
import { listSurveys } from '@waypost/contract/surveys';
import { expect, test } from 'vitest';
import { pathsOfMap } from '../../api/early.ts';
import { pathWith, queryString } from '../../api/query-string.ts';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import { usualPageSize } from '../../blocks/post-search/post-search.ts';

test('the map’s first screen asks for what was asked early in its place, to the letter', () => {
  const page = { ...postQuery({}, 'list'), limit: Number(usualPageSize), offset: 0 };
  expect(pathsOfMap).toEqual([
    `/api/v3${pathWith(listPosts.path, {})}${queryString(page)}`,
    `/api/v3${pathWith(listSurveys.path, {})}`,
  ]);
});
