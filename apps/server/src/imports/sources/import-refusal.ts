/** Why a file cannot be imported. */
import { limits } from '@waypost/contract/common/limits';
import type { ValidationRule } from '@waypost/contract/common/problems';

/** Thrown while a file is read. The request is answered with the rule, at the field. */
export class ImportRefusal extends Error {
  readonly rule: ValidationRule;
  readonly params: Record<string, string | number>;

  constructor(rule: ValidationRule, params: Record<string, string | number> = {}) {
    super(rule);
    this.rule = rule;
    this.params = params;
  }
}

/** @throws ImportRefusal beyond the maximum */
export function requireColumnsWithinLimit(count: number): void {
  if (count > limits.csvColumns) throw new ImportRefusal('csvColumns', { max: limits.csvColumns });
}
