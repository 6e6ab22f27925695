import { validationError } from '../kernel/http/problem.ts';
import { ContentRefusal } from '../kernel/security/content-refusal.ts';

/** Runs a check of a file. @throws ValidationError at the field when the check refuses it */
export function refuseAtField(field: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof ContentRefusal)
      throw validationError('map-archives', field, error.rule, error.params);
    throw error;
  }
}
