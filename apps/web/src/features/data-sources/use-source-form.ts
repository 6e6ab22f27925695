/** What the form of a data source holds, when it is right, and what is sent: its own options, its switch, its survey. */
import { useQueryClient } from '@tanstack/react-query';
import { isProviderId, secretMask } from '@waypost/contract/data-providers';
import { type DataProvider, providerForm } from '@waypost/contract/data-sources';
import { readConfig, saveConfig } from '@waypost/contract/settings';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { forResource } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import { labelOf } from './source-words.ts';

/** The group `data-provider`, as far as this page reads it. */
export const Group = z.looseObject({
  providers: z.preprocess((it) => (Array.isArray(it) ? {} : it), z.record(z.string(), z.unknown())).catch({}),
});
export type Group = z.infer<typeof Group>;

/** Nothing in the form is called as an option of a source may be. */
export const [isOn, goesToSurvey, surveyOf] = ['_on', '_into', '_survey'] as const;
export const mappingOf = (field: string) => `_field:${field}`;

/** Texts, and two switches. */
export type SourceValues = Record<string, string | boolean>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const askedOptions = ({ options }: DataProvider) =>
  Object.entries(options).filter(([, { input }]) => input !== 'read-only-text');

const ownOf = (group: Group, id: string) => (isObject(group[id]) ? group[id] : {});

/** What a choice stands at: what is chosen, else what holds while nothing is stored. */
export const effectiveChoice = (chosen: unknown, option: DataProvider['options'][string]): string =>
  typeof chosen === 'string' && chosen !== '' ? chosen : (option.default ?? '');

/** Options are texts and numbers. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function start(source: DataProvider, group: Group): SourceValues {
  const own = ownOf(group, source.id);
  const mapping = isObject(own['inbound_fields']) ? own['inbound_fields'] : {};
  const survey = own['form_id'];
  return {
    ...Object.fromEntries(askedOptions(source).map(([key]) => [key, textOf(own[key])])),
    [isOn]: group.providers[source.id] === true,
    [goesToSurvey]: typeof survey === 'number',
    [surveyOf]: typeof survey === 'number' ? String(survey) : '',
    ...Object.fromEntries(
      Object.keys(source.inbound_fields).map((field) => [mappingOf(field), textOf(mapping[field])]),
    ),
  };
}

/** Sources of a newer server have rules that this page cannot know. */
const schemaOf = (id: string): z.ZodType => (isProviderId(id) ? providerForm(id) : z.looseObject({}));

const params = { group: 'data-provider' };

/** Sends one source's part. The switches of the others are as they are now, and not as they were when the page was opened. */
async function save(source: DataProvider, values: SourceValues): Promise<Group> {
  const { id } = source;
  const now = Group.parse(await call(readConfig, { params }, { quiet: true }));
  const survey = values[goesToSurvey] === true ? Number(values[surveyOf]) : 0;
  const mapping = Object.keys(source.inbound_fields).flatMap((field) => {
    const target = values[mappingOf(field)];
    return survey > 0 && typeof target === 'string' && target !== '' ? [[field, target]] : [];
  });
  const own = {
    ...ownOf(now, id),
    ...Object.fromEntries(askedOptions(source).map(([key]) => [key, String(values[key] ?? '').trim()])),
    form_id: survey > 0 ? survey : null,
    inbound_fields: Object.fromEntries(mapping) as Record<string, string>,
  };
  const body = { providers: { ...now.providers, [id]: values[isOn] === true }, [id]: own };
  return Group.parse(await call(saveConfig, { params, body }, { quiet: true }));
}

type Form = ReturnType<typeof useEditorForm<SourceValues, Group>>['form'];

/**
 * Takes the masks of stored secrets out of the form while another server stands in it, as the server would refuse them there,
 * and puts them back when the server of before does.
 */
function useSecretsOfServer(source: DataProvider, form: Form): { isOtherServer: boolean; stored: string[] } {
  const taken = useRef(new Set<string>());
  const initial = form.getInitialValues();
  const { values } = form;
  const asked = askedOptions(source);
  const isOther = asked.some(
    ([key, { endpoint }]) =>
      endpoint && String(values[key] ?? '').trim() !== String(initial[key] ?? '').trim(),
  );
  const stored = asked.flatMap(([key, { secret }]) => (secret && initial[key] === secretMask ? [key] : []));
  const { setFieldValue } = form;
  useEffect(() => {
    for (const key of stored) {
      if (isOther && values[key] === secretMask) {
        taken.current.add(key);
        setFieldValue(key, '');
      } else if (!isOther && values[key] === '' && taken.current.delete(key)) setFieldValue(key, secretMask);
    }
  });
  return { isOtherServer: isOther && stored.length > 0, stored };
}

/** @param onSaved given what was saved, and the names of secrets that were stored before and are no more */
export function useSourceForm(
  source: DataProvider,
  group: Group,
  onSaved: (values: SourceValues, droppedSecrets: readonly string[]) => void,
) {
  const cache = useQueryClient();
  const dropped = useRef<readonly string[]>([]);
  const [first] = useState(() => start(source, group));
  const schema = schemaOf(source.id);
  const editor = useEditorForm<SourceValues, Group>({
    start: first,
    schemaFor: () => schema,
    labels: Object.fromEntries(
      askedOptions(source).map(([key, { label }]) => [key, labelOf(source.id, key, label)]),
    ),
    send: (values) => {
      dropped.current = stored.filter((key) => values[key] === '');
      return save(source, values);
    },
    onSaved: (_saved, values) => {
      void cache.invalidateQueries({ queryKey: forResource('dataproviders') });
      onSaved(values, dropped.current);
    },
    restart: (saved) => start(source, saved),
  });
  const { values } = editor.form;
  const { isOtherServer, stored } = useSecretsOfServer(source, editor.form);
  const hasSurvey = values[goesToSurvey] !== true || values[surveyOf] !== '';
  return {
    ...editor,
    /** Its own options are right: it could be switched on. */
    isReady: schema.safeParse(values).success,
    canSave: editor.canSave && hasSurvey,
    /** Stored secrets are good for the server of before alone: they are dropped, or have to be typed again. */
    isOtherServer,
  };
}

export type SourceForm = ReturnType<typeof useSourceForm>['form'];
