/** The addresses of surveys and of the roles that may answer them. */
import * as contract from '@waypost/contract/surveys';
import type { Tx } from '../kernel/db.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { countAnswers } from './count-answers.ts';
import {
  createSurvey,
  type DiscardPictures,
  type DropPictures,
  deleteSurvey,
  readableSurvey,
  updateSurvey,
} from './save-survey.ts';
import { saveSurveyRoles } from './save-survey-roles.ts';
import { seesWholeSurveys } from './surveys.rules.ts';
import { searchSurveyRoles, searchSurveys } from './surveys.sql.ts';
import { viewSurvey, viewSurveyRole } from './surveys.view.ts';

/** Counts a survey's posts that somebody may see. Which those are is the posts' matter, so the app passes it in. */
export type CountPosts = (tx: Tx, viewer: Viewer, surveyId: number) => Promise<number>;

/** What of posts and pictures surveys need. Both come after surveys, so that it is handed in. */
interface FromPosts {
  countPosts: CountPosts;
  discardPictures: DiscardPictures;
}

export function mountSurveys(mount: Mount, { countPosts, discardPictures }: FromPosts): void {
  route(mount, contract.listSurveys, async ({ tx, viewer, addresses, query }) => {
    // No survey has a parent: whoever asks for the children of one gets none.
    const { results, total } = query.parent
      ? { results: [], total: 0 }
      : await searchSurveys(tx, { ...query, disabledToo: seesWholeSurveys(viewer) });
    const surveys = results.map((survey) => viewSurvey(viewer, addresses, survey));
    return listEnvelope(addresses, '/forms', query, { results: surveys, total });
  });
  route(mount, contract.readSurvey, async ({ tx, viewer, addresses, params }) => {
    const survey = await readableSurvey(tx, viewer, params.id);
    return viewSurvey(viewer, addresses, survey, await countPosts(tx, viewer, survey.id));
  });
  route(mount, contract.createSurvey, async ({ tx, viewer, addresses, body }) =>
    viewSurvey(viewer, addresses, await createSurvey(tx, viewer, body)),
  );
  route(mount, contract.updateSurvey, async ({ tx, viewer, addresses, params, body }) =>
    viewSurvey(viewer, addresses, await updateSurvey(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteSurvey, async ({ tx, viewer, addresses, params, outcome }) => {
    const drop: DropPictures = (its, ids) => discardPictures(its, ids, outcome);
    return viewSurvey(viewer, addresses, await deleteSurvey(tx, viewer, params.id, drop));
  });
  route(mount, contract.countAnswers, async ({ tx, viewer, params, query }) => ({
    posts: await countAnswers(tx, viewer, params.id, query),
  }));
  mountRoles(mount);
}

function mountRoles(mount: Mount): void {
  route(mount, contract.listSurveyRoles, async ({ tx, viewer, addresses, params, query }) => {
    const survey = await readableSurvey(tx, viewer, params.id);
    const { results, total } = await searchSurveyRoles(tx, survey.id, query);
    const roles = results.map((it) => viewSurveyRole(viewer, addresses, survey, it.role_id, it.role_id));
    const usual = { orderby: 'role_id', order: 'asc' as const };
    return listEnvelope(addresses, `/forms/${survey.id}/roles`, query, { results: roles, total }, usual);
  });
  route(mount, contract.saveSurveyRoles, async ({ tx, viewer, addresses, params, body }) => {
    const { survey, roleIds } = await saveSurveyRoles(tx, viewer, params.id, body);
    const results = roleIds.map((id) => viewSurveyRole(viewer, addresses, survey, id, null));
    return { count: results.length, results };
  });
}
