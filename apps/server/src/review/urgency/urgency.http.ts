/** Routes of urgency, and the jobs that keep it true. */
import * as contract from '@waypost/contract/review/urgency';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { isVisibleTo } from '../../posts/posts.public.ts';
import { requireReviewedPost } from '../require-reviewed-post.ts';
import { ageUrgencyJob, applyUrgencyJob, createAgeUpdate, createUrgencyUpdate } from './apply-rules.ts';
import { addRule, changeRule, removeRule, toNewRule } from './save-rule.ts';
import { countMatches, hasDuePosts, isUpdateNeeded, readReasons, readRules } from './urgency.sql.ts';
import { viewRule } from './urgency.view.ts';

/** Mounts the routes, and registers the jobs. */
export function mountUrgency(mount: MountContext): void {
  mount.jobs.register(applyUrgencyJob, createUrgencyUpdate(mount.db));
  mount.jobs.watch(applyUrgencyJob, isUpdateNeeded);
  mount.jobs.register(ageUrgencyJob, createAgeUpdate(mount.db));
  mount.jobs.watchEachMinute(ageUrgencyJob, hasDuePosts);
  route(mount, contract.listUrgencyRules, async ({ tx, urls }) => {
    const results = (await readRules(tx)).map((rule) => viewRule(urls, rule));
    return { count: results.length, results, is_updating: await isUpdateNeeded(tx) };
  });
  route(mount, contract.createUrgencyRule, async ({ tx, viewer, urls, body }) =>
    viewRule(urls, await addRule(tx, viewer, body)),
  );
  route(mount, contract.updateUrgencyRule, async (request) => {
    const { tx, viewer, urls, params } = request;
    return viewRule(urls, await changeRule(tx, viewer, params.ruleId, () => request.body));
  });
  route(mount, contract.deleteUrgencyRule, async ({ tx, viewer, urls, params }) =>
    viewRule(urls, await removeRule(tx, viewer, params.ruleId)),
  );
  route(mount, contract.previewUrgencyRule, async ({ tx, viewer, body }) =>
    countMatches(tx, await toNewRule(tx, body), isVisibleTo(viewer)),
  );
  route(mount, contract.readPostUrgency, async ({ tx, viewer, urls, params }) => {
    await requireReviewedPost(tx, viewer, params.id);
    const rules = new Map((await readRules(tx)).map((rule) => [rule.id, rule]));
    const reasons = (await readReasons(tx, params.id)).flatMap(({ rule_id, words }) => {
      const rule = rules.get(rule_id);
      return rule ? [{ ...viewRule(urls, rule), words }] : [];
    });
    return { score: reasons.reduce((sum, { weight }) => sum + weight, 0), reasons };
  });
}
