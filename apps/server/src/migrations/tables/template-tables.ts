/** The table of applied templates. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Created } from './user-tables.ts';

/** An entity that a template has created. */
export interface CreatedPart {
  kind: 'role' | 'category' | 'survey' | 'task' | 'attribute' | 'savedsearch';
  id: number;
  /** Of what it was then. */
  hash: string;
}

export interface TemplateApplications {
  id: Generated<number>;
  title: string;
  parts: JSONColumnType<CreatedPart[]>;
  created: Created;
  undone: Date | null;
}
