/** Public interface of the domain `surveys`. */
export { countPostsAnswering } from './answers.sql.ts';
export { removeCategoryFromOptions } from './attributes.sql.ts';
export { consentKey, readConsentVersions } from './consent/survey-consents.sql.ts';
export {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveyFields,
  type SurveyFields,
  type TaskRow,
} from './fields.sql.ts';
export { readSurveyNames } from './read-survey-names.ts';
export { createAttribute, deleteAttribute, updateAttribute } from './save-attribute.ts';
export {
  createSurvey,
  type DiscardPictures,
  deleteSurvey,
  requireEditableSurvey,
  requireReadableSurvey,
  updateSurvey,
} from './save-survey.ts';
export { saveSurveyRoles } from './save-survey-roles.ts';
export { createTask, deleteTask, updateTask } from './save-task.ts';
export {
  canSubmitTo,
  type SurveyAccess,
  surveyPrivileges,
  visibleAttributes,
  visibleFields,
} from './surveys.rules.ts';
export {
  lockSurveyRules,
  readPinSettings,
  readSurvey,
  readSurveys,
  type SurveyRow,
  searchSurveys,
} from './surveys.sql.ts';
