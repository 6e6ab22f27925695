import { readPostExtent, readPostTile } from '@waypost/contract/browse/map';
import { listPosts } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { buildEndpointPath } from '../../../api/endpoint-url.ts';
import { mapExtentPath, mapScreenPaths, mapTilePath } from '../../../api/preload.ts';
import { restorePlaceholders } from '../../../blocks/map-canvas/pins/pin-tile-url.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize } from '../../../blocks/post-search/post-search.ts';

test('the map screen requests exactly the URL that was preloaded', () => {
  const page = { ...buildPostQuery({}, 'list'), limit: Number(defaultPageSize), offset: 0 };
  expect(mapScreenPaths).toEqual([
    buildEndpointPath(listPosts, { query: page }),
    buildEndpointPath(listSurveys, {}),
  ]);
  const query = buildPostQuery({}, 'map');
  expect(mapExtentPath).toBe(buildEndpointPath(readPostExtent, { query }));
  const params = { zoom: '{z}', x: '{x}', y: '{y}' };
  expect(mapTilePath).toBe(restorePlaceholders(buildEndpointPath(readPostTile, { params, query })));
});
