/** An import that is being mapped, with its survey. */
import { type Import, readImport } from '@waypost/contract/imports/imports';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { apiServer } from '../../testing/render-screen.tsx';
import {
  allPrivileges,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../testing/test-entities.ts';

/** Options of an import. */
export const testCsvOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  sheet: 0,
  heading_row: 1,
  damaged: 'keep',
  date_order: 'dmy',
  decimal: '.',
  separator: '|',
  coordinate_order: 'lat_lon',
  timezone: 'UTC',
  columns: {},
  id_column: null,
  create_tags: false,
} as const;

/** A file that waits to be imported. */
export const createTestImport = (columns: string[]) =>
  ({
    id: 7,
    url: '',
    columns,
    maps_to: null,
    fixed: null,
    filename: 'lamps.csv',
    mime: 'text/csv',
    size: 10,
    created: '2026-03-01T00:00:00+00:00',
    updated: null,
    completed: false,
    status: null,
    errors: null,
    processed: null,
    collection_id: null,
    allowed_privileges: allPrivileges,
  }) satisfies Import;

/** Serves an import whose columns are not mapped yet, and its survey. */
export function serveTestImport(columns: string[], attributes: Attribute[]): void {
  apiServer.on(readImport, () => createTestImport(columns));
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage(attributes));
}
