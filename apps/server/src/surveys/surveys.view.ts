/** API format of surveys, tasks, attributes and survey roles. */

import type { Privilege } from '@waypost/contract/common/permissions';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { pickPlaceMasking } from '@waypost/contract/surveys/place-masking';
import type { Survey, SurveyRole } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';
import type { z } from 'zod';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { AttributeRow, TaskRow } from './fields.sql.ts';
import { canSubmitTo, surveyPrivileges } from './surveys.rules.ts';
import type { SurveyRow } from './surveys.sql.ts';

interface SurveyContext {
  /** Posts that the viewer may see; left out of the answer if undefined. */
  postCount?: number;
  /** Whether the trial of the deployment has ended: nobody may post. */
  isTrialOver?: boolean;
}

/** A survey. */
export function viewSurvey(
  viewer: Viewer,
  urls: UrlBuilder,
  survey: SurveyRow,
  { postCount, isTrialOver = false }: SurveyContext = {},
): Survey {
  return {
    id: survey.id,
    url: urls.entity('forms', survey.id),
    parent_id: null,
    name: survey.name,
    description: survey.description,
    color: survey.color,
    type: survey.type,
    disabled: survey.disabled,
    created: toApiDate(survey.created),
    updated: toApiDateOrNull(survey.updated),
    hide_author: survey.hide_author,
    hide_time: survey.hide_time,
    hide_location: survey.hide_location,
    require_approval: survey.require_approval,
    everyone_can_create: survey.everyone_can_create,
    targeted_survey: survey.targeted_survey,
    quick_exit: survey.quick_exit,
    keep_originals: survey.keep_originals,
    ...pickPlaceMasking(survey),
    consent: survey.consent,
    can_create: survey.can_create,
    tags: survey.tags.map((id) => urls.relation('tags', id)),
    ...(postCount === undefined ? {} : { post_count: postCount }),
    may_post: !isTrialOver && canSubmitTo(viewer, survey),
    allowed_privileges: surveyPrivileges(viewer, survey),
  };
}

/** Privileges for a visible task or attribute: those for an enabled survey. */
const fieldPrivileges = (viewer: Viewer): Privilege[] => surveyPrivileges(viewer, { disabled: false });

/** A task. */
export function viewTask(viewer: Viewer, urls: UrlBuilder, task: TaskRow): Task {
  return {
    id: task.id,
    url: urls.entity('form_stages', task.id),
    form_id: task.form_id,
    label: task.label,
    priority: task.priority,
    icon: task.icon,
    type: task.type,
    required: task.required,
    show_when_published: task.show_when_published,
    description: task.description,
    task_is_internal_only: task.task_is_internal_only,
    is_public: !task.task_is_internal_only,
    allowed_privileges: fieldPrivileges(viewer),
  };
}

/** An attribute. */
export function viewAttribute(viewer: Viewer, urls: UrlBuilder, attribute: AttributeRow): Attribute {
  const { survey_id: _, config, ...fields } = attribute;
  return {
    ...fields,
    url: urls.entity('form_attributes', attribute.id),
    // Existing clients expect an empty list instead of an empty object (API v3 §1.7).
    config: Object.keys(config).length === 0 ? [] : config,
    allowed_privileges: fieldPrivileges(viewer),
  };
}

/** A role of a survey. @param id the role's id in lists, null in the answer to a save (API v3 §2.4.3) */
export function viewSurveyRole(
  viewer: Viewer,
  urls: UrlBuilder,
  survey: SurveyRow,
  roleId: number,
  id: number | null,
): z.output<typeof SurveyRole> {
  return {
    id,
    url: `${urls.baseUrl}/forms/${survey.id}/roles/${roleId}`,
    form_id: survey.id,
    role_id: roleId,
    allowed_privileges: surveyPrivileges(viewer, survey),
  };
}
