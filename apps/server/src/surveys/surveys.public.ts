/** Public interface of the domain `surveys`. */
export { removeCategoryFromOptions } from './attributes.sql.ts';
export {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveyFields,
  type SurveyFields,
} from './fields.sql.ts';
export { readSurveyNames } from './read-survey-names.ts';
export {
  requireEditableSurvey,
  requireReadableSurvey,
} from './save-survey.ts';
export {
  canSubmitTo,
  type SurveyAccess,
  surveyPrivileges,
  visibleFields,
} from './surveys.rules.ts';
export { readSurvey, readSurveyColors, readSurveys, type SurveyRow } from './surveys.sql.ts';
