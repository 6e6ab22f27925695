/** Routes of what the team records about posts, and of what is recorded about the team: notes, assignments, verifications, looks at personal data. */
import * as assignments from '@waypost/contract/review/assignments';
import * as personalData from '@waypost/contract/review/personal-data';
import * as notes from '@waypost/contract/review/post-notes';
import { listReviewers } from '@waypost/contract/review/reviewers';
import * as verifications from '@waypost/contract/review/verifications';
import { recordPersonalDataReads } from '../audit/audit.public.ts';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { assignPost } from './assignments/assign-post.ts';
import { viewAssignment } from './assignments/assignments.view.ts';
import { type NoteRow, readNotes } from './notes/notes.sql.ts';
import { viewNotes } from './notes/notes.view.ts';
import { createNotePurge, purgeNotesJob } from './notes/purge-notes.ts';
import { createNote, deleteNote, restoreNote, updateNote } from './notes/save-note.ts';
import { viewOriginalPicture } from './personal-data/view-original.ts';
import { viewPersonalDataOfPost, viewPersonalDataOfThread } from './personal-data/view-personal-data.ts';
import { requireReviewedPost } from './require-reviewed-post.ts';
import { readReviewers } from './reviewers.sql.ts';
import { viewMember } from './team-member.view.ts';
import { viewVerifications } from './verifications/verifications.view.ts';
import { verifyPost, withdrawVerification } from './verifications/verify-post.ts';

async function viewNote(tx: Tx, viewer: Viewer, urls: UrlBuilder, row: NoteRow) {
  const [note] = await viewNotes(tx, viewer, urls, [row]);
  if (!note) throw notFound('notes', row.id);
  return note;
}

function mountNotes(mount: MountContext, outbox: Outbox): void {
  route(mount, notes.listPostNotes, async ({ tx, viewer, urls, params }) => {
    await requireReviewedPost(tx, viewer, params.id);
    const results = await viewNotes(tx, viewer, urls, await readNotes(tx, params.id));
    return { count: results.length, results };
  });
  route(mount, notes.createPostNote, async ({ tx, viewer, urls, params, body }) =>
    viewNote(tx, viewer, urls, await createNote(tx, viewer, outbox, params.id, body)),
  );
  route(mount, notes.updatePostNote, async ({ tx, viewer, urls, params, body }) =>
    viewNote(tx, viewer, urls, await updateNote(tx, viewer, outbox, params, body)),
  );
  route(mount, notes.deletePostNote, async ({ tx, viewer, urls, params }) =>
    viewNote(tx, viewer, urls, await deleteNote(tx, viewer, params)),
  );
  route(mount, notes.restorePostNote, async ({ tx, viewer, urls, params }) =>
    viewNote(tx, viewer, urls, await restoreNote(tx, viewer, params)),
  );
}

/** Records in the audit log of how many posts and messages a response named the hidden sender to a caller who had not asked for it. */
export const createReadRecorder =
  (db: MountContext['db']): MountContext['recordPersonalDataReads'] =>
  (userId, count) =>
    inTransaction(db, 'writes', (tx) => recordPersonalDataReads(tx, userId, count));

function mountPersonalData(mount: MountContext, store: FileStore): void {
  route(mount, personalData.viewPersonalDataOfPost, ({ tx, params, ...context }) =>
    viewPersonalDataOfPost(tx, { ...context, readReason: () => context.body.reason }, params.id),
  );
  route(mount, personalData.viewPersonalDataOfThread, ({ tx, params, ...context }) =>
    viewPersonalDataOfThread(tx, { ...context, readReason: () => context.body.reason }, params.contact),
  );
  route(mount, personalData.viewOriginalPicture, ({ tx, params, ...context }) =>
    viewOriginalPicture(tx, { ...context, readReason: () => context.body.reason }, params.id, store),
  );
}

/** Mounts the routes, and registers and schedules the job that deletes old notes. */
export function mountPostRecord(mount: MountContext, outbox: Outbox, store: FileStore): void {
  mount.jobs.register(purgeNotesJob, createNotePurge(mount.db));
  mount.jobs.schedule(purgeNotesJob, '23 * * * *');
  route(mount, listReviewers, async ({ tx, urls }) => {
    const members = await readReviewers(tx);
    const names = new Map(members.map(({ id, realname }) => [id, realname]));
    const results = members.flatMap(({ id }) => viewMember(urls, id, names) ?? []);
    return { count: results.length, results };
  });
  mountNotes(mount, outbox);
  mountPersonalData(mount, store);
  route(mount, verifications.readVerifications, async ({ tx, viewer, urls, params }) => {
    await requireReviewedPost(tx, viewer, params.id);
    return viewVerifications(tx, urls, params.id);
  });
  route(mount, verifications.verifyPost, async ({ tx, viewer, urls, params, body }) => {
    await verifyPost(tx, viewer, params.id, body);
    return viewVerifications(tx, urls, params.id);
  });
  route(mount, verifications.withdrawVerification, async ({ tx, viewer, urls, params, body }) => {
    await withdrawVerification(tx, viewer, params, body);
    return viewVerifications(tx, urls, params.id);
  });
  route(mount, assignments.readPostAssignment, async ({ tx, viewer, urls, params }) => {
    await requireReviewedPost(tx, viewer, params.id);
    return viewAssignment(tx, urls, params.id);
  });
  route(mount, assignments.assignPost, async ({ tx, viewer, urls, params, body }) => {
    await assignPost(tx, viewer, params.id, body);
    return viewAssignment(tx, urls, params.id);
  });
}
