/**
 * The steps that all parts of a template have in common: what the deployment lacks is created, what differs is changed, what the
 * file lacks is deleted; and what the caller may not do, or reports need, is left as it is with the reason.
 */
import type { TemplateChange } from '@waypost/contract/templates/templates';
import type { CreatedPart } from './template-applications.sql.ts';
import { describeChange, type Step, type TemplateContext } from './template-context.ts';

type PartName = TemplateChange['part'];

const createdKinds = {
  roles: 'role',
  tags: 'category',
  forms: 'survey',
  savedsearches: 'savedsearch',
} as const satisfies Record<PartName, CreatedPart['kind']>;

interface Part {
  part: PartName;
  /** Its name in the file; of what is deleted, the name here. */
  name: string;
  /** Why it is left as it is; null when it is not. */
  refusal: TemplateChange['reason'];
}

/** Creates a part, and records it for the undo. */
export function planCreation(
  { created }: TemplateContext,
  { part, name, refusal, create }: Part & { create: () => Promise<{ id: number }> },
): Step {
  if (refusal) return { change: describeChange(part, name, 'skip', refusal) };
  return {
    change: describeChange(part, name, 'create'),
    async run() {
      const { id } = await create();
      created.push({ kind: createdKinds[part], id });
    },
  };
}

interface Change extends Part {
  storedName: string;
  isUnchanged: boolean;
  update: () => Promise<unknown>;
}

/** Changes a part that exists. */
export function planChange({ part, name, refusal, storedName, isUnchanged, update }: Change): Step {
  if (isUnchanged) return { change: describeChange(part, storedName, 'same') };
  if (refusal) return { change: describeChange(part, name, 'keep', refusal) };
  return { change: describeChange(part, name, 'update'), run: async () => void (await update()) };
}

/** Deletes a part that the file does not contain. */
export function planDeletion({
  part,
  name,
  refusal,
  remove,
}: Part & { remove: () => Promise<unknown> }): Step {
  if (refusal) return { change: describeChange(part, name, 'keep', refusal) };
  return { change: describeChange(part, name, 'delete'), run: async () => void (await remove()) };
}
