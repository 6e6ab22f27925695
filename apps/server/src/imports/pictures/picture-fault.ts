/** Why a picture that a row names is not taken. */
import type { FieldError } from '@waypost/contract/common/problems';

/** A validation rule of the API with its parameters. */
export type PictureFault = Pick<FieldError, 'rule' | 'params'>;
