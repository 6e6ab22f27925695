/** The field for categories in two levels. */
import { Skeleton } from '@mantine/core';
import type { Category } from '@waypost/contract/categories/categories';
import { updateAttribute } from '@waypost/contract/surveys/attributes';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { buildCategoryTree, toCategoryIds, toggleCategory } from '../../category-selector/category-tree.ts';
import { findErrorText } from '../answers/field-errors.ts';
import { useSurveyFormContext } from '../form-context.ts';
import classes from '../survey-form.module.css';
import { FieldGroup } from './field-group.tsx';
import type { FieldProps } from './field-props.tsx';

/** Loaded separately: most parts of a post's page do not need it. */
const LazyCategorySelector = lazy(() =>
  import('../../category-selector/category-selector.tsx').then((it) => ({ default: it.CategorySelector })),
);

/** Selects categories; those who may create categories can add one. */
export function CategoryField({ attribute, answers, updateAnswers, errors }: FieldProps) {
  const { t } = useTranslation();
  const update = useCall(updateAttribute);
  const { categories, surveyId } = useSurveyFormContext();
  const tree = useMemo(
    () => buildCategoryTree(categories, (attribute.options ?? []).map(Number)),
    [categories, attribute.options],
  );
  /** Selects a new category; a field that offers only some categories must offer it, too. */
  async function addCategory(created: Category): Promise<void> {
    const offered = attribute.options ?? [];
    if (offered.length > 0 && surveyId !== undefined) {
      const params = { id: surveyId, attributeId: attribute.id };
      await update.mutateAsync({ params, body: { options: [...offered, created.id] } });
    }
    updateAnswers((current) => [...toCategoryIds(current), String(created.id)]);
  }
  return (
    <FieldGroup attribute={attribute} error={findErrorText(errors)}>
      {tree.length === 0 && <p className={classes['hint']}>{t('surveyForm.noCategories')}</p>}
      <Suspense fallback={<Skeleton height={88} />}>
        <LazyCategorySelector
          size="md"
          tree={tree}
          selectedIds={toCategoryIds(answers)}
          onToggle={(id) => updateAnswers((current) => toggleCategory(tree, toCategoryIds(current), id))}
          onCreated={addCategory}
        />
      </Suspense>
    </FieldGroup>
  );
}
