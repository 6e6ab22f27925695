import type { Endpoint } from '@waypost/contract/common/endpoint';
import { expect, test } from 'vitest';
import { listSurveyFormPaths } from '../../api/preload.ts';
import { buildQueryString, fillPathParams } from '../../api/query-string.ts';
import { buildSurveyQueries } from './survey-queries.ts';

test('the form sends exactly the requests that are preloaded', () => {
  const queries: { endpoint: Endpoint; input: { params?: object; query?: object } }[] = Object.values(
    buildSurveyQueries(7),
  );
  const requestedPaths = queries.map(
    ({ endpoint, input }) =>
      `/api/v3${fillPathParams(endpoint.path, input.params)}${buildQueryString(input.query)}`,
  );
  expect(listSurveyFormPaths('7')).toEqual(requestedPaths);
});
