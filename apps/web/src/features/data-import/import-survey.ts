/** The survey that a file is imported into. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';

/** A survey with all its fields that rows can fill. */
export interface ImportSurvey {
  survey: Survey;
  tasks: readonly Task[];
  attributes: readonly Attribute[];
}
