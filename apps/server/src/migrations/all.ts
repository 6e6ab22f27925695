/** Every step, in order. A step that has landed is never changed; the next one mends it. */
import type { Migration } from '../kernel/migrate.ts';
import * as firstTables from './0001-first-tables.ts';
import * as postsByRole from './0002-posts-by-role.ts';
import * as picturesOfPosts from './0003-pictures-of-posts.ts';

export const migrations: readonly Migration[] = [firstTables, postsByRole, picturesOfPosts];
