/** Why no map can be made from an extract. */
import type { ValidationRule } from '@waypost/contract/common/problems';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';

/** The extract cannot be used. A retry would not change it. */
export class ExtractRefusal extends ContentRefusal<Extract<ValidationRule, `extract${string}`>> {}
