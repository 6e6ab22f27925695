/** HTTP routes of surveys and of the roles that may answer them (API v3 §2.4, §2.4.3). */
import * as saving from '@waypost/contract/surveys/save-surveys';
import * as contract from '@waypost/contract/surveys/surveys';
import type { Tx } from '../kernel/db/database.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { countAnswers } from './count-answers.ts';
import {
  createSurvey,
  type DiscardPictures,
  deleteSurvey,
  requireReadableSurvey,
  updateSurvey,
} from './save-survey.ts';
import { saveSurveyRoles } from './save-survey-roles.ts';
import { canSeeHiddenFields } from './surveys.rules.ts';
import { searchSurveyRoles, searchSurveys } from './surveys.sql.ts';
import { viewSurvey, viewSurveyRole } from './surveys.view.ts';

/** Counts a survey's posts that the viewer may see. Passed in by the app, since surveys must not import posts. */
export type CountPosts = (tx: Tx, viewer: Viewer, surveyId: number) => Promise<number>;

/** What surveys need of posts and media, passed in by the app. */
interface PostDependencies {
  countPosts: CountPosts;
  discardPictures: DiscardPictures;
}

/** Mounts the routes of surveys and their roles. */
export function mountSurveys(mount: MountContext, { countPosts, discardPictures }: PostDependencies): void {
  route(
    mount,
    contract.listSurveys,
    async ({ tx, viewer, deploymentState: { isTrialOver }, urls, query }) => {
      // No survey has a parent, so a filter by parent matches none.
      const { results, total } = query.parent
        ? { results: [], total: 0 }
        : await searchSurveys(tx, { ...query, includeDisabled: canSeeHiddenFields(viewer) });
      const surveys = results.map((survey) => viewSurvey(viewer, urls, survey, { isTrialOver }));
      return listEnvelope(urls, '/forms', query, { results: surveys, total });
    },
  );
  route(
    mount,
    contract.readSurvey,
    async ({ tx, viewer, deploymentState: { isTrialOver }, urls, params }) => {
      const survey = await requireReadableSurvey(tx, viewer, params.id);
      const postCount = await countPosts(tx, viewer, survey.id);
      return viewSurvey(viewer, urls, survey, { postCount, isTrialOver });
    },
  );
  route(mount, saving.createSurvey, async ({ tx, viewer, urls, body }) =>
    viewSurvey(viewer, urls, await createSurvey(tx, viewer, body)),
  );
  route(mount, saving.updateSurvey, async ({ tx, viewer, urls, params, body }) =>
    viewSurvey(viewer, urls, await updateSurvey(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteSurvey, async ({ tx, viewer, urls, params }) => {
    return viewSurvey(viewer, urls, await deleteSurvey(tx, viewer, params.id, discardPictures));
  });
  route(mount, contract.countAffectedPosts, async ({ tx, viewer, params, query }) => ({
    posts: await countAnswers(tx, viewer, params.id, query),
  }));
  mountRoles(mount);
}

function mountRoles(mount: MountContext): void {
  route(mount, contract.listSurveyRoles, async ({ tx, viewer, urls, params, query }) => {
    const survey = await requireReadableSurvey(tx, viewer, params.id);
    const { results, total } = await searchSurveyRoles(tx, survey.id, query);
    const roles = results.map(({ role_id }) => viewSurveyRole(viewer, urls, survey, role_id, role_id));
    const defaultOrder = { orderby: 'role_id', order: 'asc' as const };
    return listEnvelope(urls, `/forms/${survey.id}/roles`, query, { results: roles, total }, defaultOrder);
  });
  route(mount, contract.saveSurveyRoles, async ({ tx, viewer, urls, params, body }) => {
    const { survey, roleIds } = await saveSurveyRoles(tx, viewer, params.id, body);
    const results = roleIds.map((id) => viewSurveyRole(viewer, urls, survey, id, null));
    return { count: results.length, results };
  });
}
