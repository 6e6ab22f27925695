import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { findHxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { useTranslation } from 'react-i18next';
import { ColorDot } from '../../blocks/color-dot/color-dot.tsx';
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
  onChange: (taggings: FieldTaggings) => void;
}

/** The fields of a survey, each with its HXL tag and attributes (spec 3 §2, "HXL export"). */
export function HxlSurvey({ survey, fields, taggings, onChange }: Props) {
  const { t } = useTranslation();
  const getTagging = (id: number) => taggings.get(id) ?? emptyTagging;
  const count = fields.filter((field) => getTagging(field.id).isIncluded).length;
  const setAll = (isIncluded: boolean) =>
    onChange(
      new Map([...taggings, ...fields.map(({ id }) => [id, { ...getTagging(id), isIncluded }] as const)]),
    );
  return (
    <section className={classes['survey']} aria-labelledby={`hxl-survey-${survey.id}`}>
      <h2 id={`hxl-survey-${survey.id}`} className={classes['title']}>
        <ColorDot color={survey.color} />
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
                tagging={getTagging(field.id)}
                onChange={(next) => onChange(new Map([...taggings, [field.id, next]]))}
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
  onChange: (tagging: FieldTagging) => void;
}

const parseId = (value: string) => (value === '' ? null : Number(value));

function HxlFieldRow({ field, tagging, onChange }: HxlFieldRowProps) {
  const { t } = useTranslation();
  const tags = findHxlTags(field.type);
  const preview = buildHashtagPreview(field, tagging);
  return (
    <li className={classes['field']}>
      <Checkbox
        label={<bdi>{field.label}</bdi>}
        checked={tagging.isIncluded}
        onChange={(event) => onChange({ ...tagging, isIncluded: event.currentTarget.checked })}
      />
      {tags.length === 0 ? (
        <p className={classes['none']}>{t('hxl.noTags')}</p>
      ) : (
        <div className={classes['choices']}>
          <NativeSelect
            size="md"
            aria-label={t('hxl.tagOf', { field: field.label })}
            value={tagging.tagId === null ? '' : String(tagging.tagId)}
            onChange={(event) => onChange(setTag(field, tagging, parseId(event.currentTarget.value)))}
            data={[
              { value: '', label: t('hxl.noTag') },
              ...tags.map((tag) => ({ value: String(tag.id), label: `#${tag.tag_name}` })),
            ]}
          />
          <AttributeSelects field={field} tagging={tagging} onChange={onChange} />
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
function AttributeSelects({ field, tagging, onChange }: HxlFieldRowProps) {
  const { t } = useTranslation();
  const availableAttributes = listAvailableAttributes(field, tagging);
  const canAddAttribute = tagging.tagId !== null && tagging.attributeIds.length < availableAttributes.length;
  return (
    <>
      {tagging.attributeIds.map((attributeId, at) => (
        <NativeSelect
          size="md"
          // The selects are not reordered.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          aria-label={t('hxl.attributeOf', { field: field.label, at: at + 1 })}
          disabled={tagging.tagId === null}
          value={attributeId === null ? '' : String(attributeId)}
          onChange={(event) => onChange(setAttribute(tagging, at, parseId(event.currentTarget.value)))}
          data={[
            { value: '', label: t('hxl.noAttribute') },
            ...availableAttributes.map(({ id, attribute }) => ({
              value: String(id),
              label: `+${attribute}`,
              disabled: id !== attributeId && tagging.attributeIds.includes(id),
            })),
          ]}
        />
      ))}
      {canAddAttribute && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['another'] ?? ''}
          aria-label={t('hxl.anotherOf', { field: field.label })}
          onClick={() => onChange({ ...tagging, attributeIds: [...tagging.attributeIds, null] })}
        >
          {t('hxl.another')}
        </Button>
      )}
    </>
  );
}
