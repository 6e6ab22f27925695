import { listPosts } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { mapScreenPaths } from '../../../api/preload.ts';
import { buildQueryString, fillPathParams } from '../../../api/query-string.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize } from '../../../blocks/post-search/post-search.ts';

test('the map screen requests exactly the URL that was preloaded', () => {
  const page = { ...buildPostQuery({}, 'list'), limit: Number(defaultPageSize), offset: 0 };
  expect(mapScreenPaths).toEqual([
    `/api/v3${fillPathParams(listPosts.path, {})}${buildQueryString(page)}`,
    `/api/v3${fillPathParams(listSurveys.path, {})}`,
  ]);
});
