/** Routes of suggestions, and the job that learns them. */
import * as contract from '@waypost/contract/review/suggestions';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { listUnfinishedPayloads } from '../../kernel/jobs/jobs.sql.ts';
import { viewWrittenPost } from '../../posts/posts.public.ts';
import { requireReviewedPost } from '../require-reviewed-post.ts';
import { acceptSuggestion, revertSuggestion } from './accept-suggestion.ts';
import { readSuggestions } from './read-suggestions.ts';
import { isTrainingNeeded, readModel } from './suggestions.sql.ts';
import { createSuggestionTrainer, trainSuggestionsJob } from './train-suggestions.ts';

async function viewModel(tx: Tx): Promise<contract.SuggestionModel> {
  const model = await readModel(tx);
  return {
    is_training: (await listUnfinishedPayloads(tx, trainSuggestionsJob.name)).length > 0,
    trained: model ? toApiDate(model.trained) : null,
    posts: model?.posts ?? 0,
    seconds: model?.seconds ?? null,
    memory_mb: model?.memory_mb ?? null,
    tests: model?.tests ?? [],
  };
}

/** Mounts the routes, and registers the job. It runs when there is enough to learn. */
export function mountSuggestions(mount: MountContext): void {
  mount.jobs.register(trainSuggestionsJob, createSuggestionTrainer(mount.db));
  mount.jobs.watchEachMinute(trainSuggestionsJob, isTrainingNeeded);
  route(mount, contract.listSuggestions, async ({ tx, viewer, urls, params }) => {
    const results = await readSuggestions(tx, viewer, urls, await requireReviewedPost(tx, viewer, params.id));
    return { count: results.length, results };
  });
  route(mount, contract.acceptSuggestion, async ({ tx, viewer, urls, params, body }) => {
    await acceptSuggestion(tx, viewer, urls, params.id, body);
    return viewWrittenPost(tx, viewer, urls, params.id);
  });
  route(mount, contract.undoSuggestion, async ({ tx, viewer, urls, params, body }) => {
    await revertSuggestion(tx, viewer, params.id, body);
    return viewWrittenPost(tx, viewer, urls, params.id);
  });
  route(mount, contract.readSuggestionModel, ({ tx }) => viewModel(tx));
  route(mount, contract.trainSuggestionModel, async ({ tx, jobs }) => {
    await jobs.add(tx, trainSuggestionsJob, {}, { key: 'requested' });
    return viewModel(tx);
  });
}
