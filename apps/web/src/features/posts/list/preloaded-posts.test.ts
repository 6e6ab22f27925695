import { listPosts } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { buildEndpointPath } from '../../../api/endpoint-url.ts';
import { mapScreenPaths } from '../../../api/preload.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize } from '../../../blocks/post-search/post-search.ts';

test('the map screen requests exactly the URL that was preloaded', () => {
  const page = { ...buildPostQuery({}, 'list'), limit: Number(defaultPageSize), offset: 0 };
  expect(mapScreenPaths).toEqual([
    buildEndpointPath(listPosts, { query: page }),
    buildEndpointPath(listSurveys, {}),
  ]);
});
