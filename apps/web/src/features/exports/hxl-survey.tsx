/** One survey's fields, each with its tag and attributes (spec 3 §2, "HXL export"). */
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { Attribute } from '@waypost/contract/attributes';
import { hxlTagsFor } from '@waypost/contract/hxl-words';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import classes from './hxl.module.css';
import {
  attributesFor,
  previewOf,
  type Tagged,
  type TaggedFields,
  untagged,
  withAttribute,
  withTag,
} from './hxl-choice.ts';
import type { SurveyFields } from './survey-fields.ts';

interface Props extends SurveyFields {
  tagged: TaggedFields;
  onChange: (tagged: TaggedFields) => void;
}

export function HxlSurvey({ survey, fields, tagged, onChange }: Props) {
  const { t } = useTranslation();
  const of = (id: number) => tagged.get(id) ?? untagged;
  const count = fields.filter((it) => of(it.id).isOn).length;
  const setAll = (isOn: boolean) =>
    onChange(new Map([...tagged, ...fields.map(({ id }) => [id, { ...of(id), isOn }] as const)]));
  return (
    <section className={classes['survey']} aria-labelledby={`hxl-survey-${survey.id}`}>
      <h2 id={`hxl-survey-${survey.id}`} className={classes['title']}>
        <span className={classes['dot']} style={{ background: markerColor(survey.color) }} />
        <bdi>{survey.name}</bdi>
      </h2>
      {fields.length === 0 ? (
        <p className={classes['none']}>{t('hxl.noFields')}</p>
      ) : (
        <>
          <Checkbox
            className={classes['all'] ?? ''}
            label={t('export.fields.allOf', { count: fields.length })}
            checked={count === fields.length}
            indeterminate={count > 0 && count < fields.length}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
          <ul className={classes['fields']}>
            {fields.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                tagged={of(field.id)}
                onChange={(next) => onChange(new Map([...tagged, [field.id, next]]))}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface RowProps {
  field: Attribute;
  tagged: Tagged;
  onChange: (tagged: Tagged) => void;
}

const idIn = (value: string) => (value === '' ? null : Number(value));

function FieldRow({ field, tagged, onChange }: RowProps) {
  const { t } = useTranslation();
  const tags = hxlTagsFor(field.type);
  const preview = previewOf(field, tagged);
  return (
    <li className={classes['field']}>
      <Checkbox
        label={<bdi>{field.label}</bdi>}
        checked={tagged.isOn}
        onChange={(event) => onChange({ ...tagged, isOn: event.currentTarget.checked })}
      />
      {tags.length === 0 ? (
        <p className={classes['none']}>{t('hxl.noTags')}</p>
      ) : (
        <div className={classes['choices']}>
          <NativeSelect
            aria-label={t('hxl.tagOf', { field: field.label })}
            value={tagged.tag === null ? '' : String(tagged.tag)}
            onChange={(event) => onChange(withTag(field, tagged, idIn(event.currentTarget.value)))}
            data={[
              { value: '', label: t('hxl.noTag') },
              ...tags.map((tag) => ({ value: String(tag.id), label: `#${tag.tag_name}` })),
            ]}
          />
          <Attributes field={field} tagged={tagged} onChange={onChange} />
        </div>
      )}
      {preview.length > 0 && (
        <output className={classes['preview']} aria-label={t('hxl.previewOf', { field: field.label })}>
          {preview.map((label) => (
            <code key={label} dir="ltr">
              {label}
            </code>
          ))}
        </output>
      )}
    </li>
  );
}

/** One after another, each once. */
function Attributes({ field, tagged, onChange }: RowProps) {
  const { t } = useTranslation();
  const words = attributesFor(field, tagged);
  const hasRoom = tagged.tag !== null && tagged.attributes.length < words.length;
  return (
    <>
      {tagged.attributes.map((chosen, at) => (
        <NativeSelect
          // Their places are what they are.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          aria-label={t('hxl.attributeOf', { field: field.label, at: at + 1 })}
          disabled={tagged.tag === null}
          value={chosen === null ? '' : String(chosen)}
          onChange={(event) => onChange(withAttribute(tagged, at, idIn(event.currentTarget.value)))}
          data={[
            { value: '', label: t('hxl.noAttribute') },
            ...words.map(({ id, attribute }) => ({
              value: String(id),
              label: `+${attribute}`,
              disabled: id !== chosen && tagged.attributes.includes(id),
            })),
          ]}
        />
      ))}
      {hasRoom && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('hxl.anotherOf', { field: field.label })}
          onClick={() => onChange({ ...tagged, attributes: [...tagged.attributes, null] })}
        >
          {t('hxl.another')}
        </Button>
      )}
    </>
  );
}
