/** The fields of a survey, each with its HXL tag and attributes (spec 3 §2, "HXL export"). */
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { findHxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import classes from './hxl.module.css';
import {
  buildHashtagPreview,
  emptyTagging,
  type FieldTagging,
  type FieldTaggings,
  listAvailableAttributes,
  setAttribute,
  setTag,
} from './hxl-tagging.ts';
import type { SurveyFields } from './use-survey-fields.ts';

interface Props extends SurveyFields {
  taggings: FieldTaggings;
  onChange: (tagged: FieldTaggings) => void;
}

export function HxlSurvey({ survey, fields, taggings: tagged, onChange }: Props) {
  const { t } = useTranslation();
  const of = (id: number) => tagged.get(id) ?? emptyTagging;
  const count = fields.filter((it) => of(it.id).isIncluded).length;
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
              <HxlFieldRow
                key={field.id}
                field={field}
                tagging={of(field.id)}
                onChange={(next) => onChange(new Map([...tagged, [field.id, next]]))}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface HxlFieldRowProps {
  field: Attribute;
  tagging: FieldTagging;
  onChange: (tagged: FieldTagging) => void;
}

const parseId = (value: string) => (value === '' ? null : Number(value));

function HxlFieldRow({ field, tagging: tagged, onChange }: HxlFieldRowProps) {
  const { t } = useTranslation();
  const tags = findHxlTags(field.type);
  const preview = buildHashtagPreview(field, tagged);
  return (
    <li className={classes['field']}>
      <Checkbox
        label={<bdi>{field.label}</bdi>}
        checked={tagged.isIncluded}
        onChange={(event) => onChange({ ...tagged, isIncluded: event.currentTarget.checked })}
      />
      {tags.length === 0 ? (
        <p className={classes['none']}>{t('hxl.noTags')}</p>
      ) : (
        <div className={classes['choices']}>
          <NativeSelect
            aria-label={t('hxl.tagOf', { field: field.label })}
            value={tagged.tagId === null ? '' : String(tagged.tagId)}
            onChange={(event) => onChange(setTag(field, tagged, parseId(event.currentTarget.value)))}
            data={[
              { value: '', label: t('hxl.noTag') },
              ...tags.map((tag) => ({ value: String(tag.id), label: `#${tag.tag_name}` })),
            ]}
          />
          <AttributeSelects field={field} tagging={tagged} onChange={onChange} />
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

/** A select for each attribute; each attribute can be chosen once. */
function AttributeSelects({ field, tagging: tagged, onChange }: HxlFieldRowProps) {
  const { t } = useTranslation();
  const words = listAvailableAttributes(field, tagged);
  const hasRoom = tagged.tagId !== null && tagged.attributeIds.length < words.length;
  return (
    <>
      {tagged.attributeIds.map((chosen, at) => (
        <NativeSelect
          // The selects are not reordered.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          aria-label={t('hxl.attributeOf', { field: field.label, at: at + 1 })}
          disabled={tagged.tagId === null}
          value={chosen === null ? '' : String(chosen)}
          onChange={(event) => onChange(setAttribute(tagged, at, parseId(event.currentTarget.value)))}
          data={[
            { value: '', label: t('hxl.noAttribute') },
            ...words.map(({ id, attribute }) => ({
              value: String(id),
              label: `+${attribute}`,
              disabled: id !== chosen && tagged.attributeIds.includes(id),
            })),
          ]}
        />
      ))}
      {hasRoom && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('hxl.anotherOf', { field: field.label })}
          onClick={() => onChange({ ...tagged, attributeIds: [...tagged.attributeIds, null] })}
        >
          {t('hxl.another')}
        </Button>
      )}
    </>
  );
}
