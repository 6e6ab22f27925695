/** What the server answers on the page of a post that the team sees, besides the post. */
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { readSender } from '@waypost/contract/posts/senders';
import { readPostAssignment } from '@waypost/contract/review/assignments';
import { listPostNotes } from '@waypost/contract/review/post-notes';
import { listReviewers } from '@waypost/contract/review/reviewers';
import { readVerifications } from '@waypost/contract/review/verifications';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { apiServer } from './render-screen.tsx';
import { createTestPage, createTestSurvey, createTestTask } from './test-entities.ts';

/** Registers a survey without attributes, a post without a known sender, and an empty record. */
export function answerPostPage(server = apiServer): void {
  server.on(readSurvey, () => createTestSurvey());
  server.on(listCategories, () => createTestPage([]));
  server.on(listTasks, () => createTestPage([createTestTask()]));
  server.on(listAttributes, () => createTestPage([]));
  server.on(readSender, () => ({
    kind: 'unknown' as const,
    name: null,
    held: null,
    total: 1,
    open: 1,
    posts: [],
    cleanups: [],
  }));
  server.on(listReviewers, () => ({ count: 0, results: [] }));
  server.on(readVerifications, ({ params }) => ({
    post_id: params.id,
    status: 'unverified' as const,
    sources: null,
    history: [],
  }));
  server.on(listPostNotes, () => ({ count: 0, results: [] }));
  server.on(readPostAssignment, ({ params }) => ({ post_id: params.id, user: null, history: [] }));
  server.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
}
