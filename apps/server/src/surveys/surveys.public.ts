/** What other domains may use of surveys. */
export { withdrawCategory } from './attributes.sql.ts';
export {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveyFields,
  type SurveyFields,
} from './fields.sql.ts';
export { changeableSurvey, readableSurvey } from './save-survey.ts';
export { readSurveyNames } from './survey-names.ts';
export { maySubmitTo, type SurveyAccess, shownFields } from './surveys.rules.ts';
export { readSurvey, readSurveyColors, readSurveys, type SurveyRow } from './surveys.sql.ts';
