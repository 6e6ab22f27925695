import type { Endpoint } from '@waypost/contract/endpoint';
import { expect, test } from 'vitest';
import { pathsOfSurvey } from '../../api/early.ts';
import { pathWith, queryString } from '../../api/query-string.ts';
import { surveyReads } from './survey-reads.ts';

test('a form asks for what was asked early in its place, to the letter', () => {
  const reads: { endpoint: Endpoint; input: { params?: object; query?: object } }[] = Object.values(
    surveyReads(7),
  );
  const asked = reads.map(
    ({ endpoint, input }) => `/api/v3${pathWith(endpoint.path, input.params)}${queryString(input.query)}`,
  );
  expect(pathsOfSurvey('7')).toEqual(asked);
});
