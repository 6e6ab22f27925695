/** Categories in two levels. */
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { updateAttribute } from '@waypost/contract/attributes';
import type { Category } from '@waypost/contract/categories';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { forResource } from '../../../api/query-keys.ts';
import { categoryTree, toggleCategory } from '../category-tree.ts';
import { faultText } from '../field-faults.ts';
import { FieldGroup } from '../field-group.tsx';
import type { FieldProps } from '../field-props.tsx';
import { useFormSurroundings } from '../form-surroundings.ts';
import classes from '../survey-form.module.css';
import type { AnswerList } from '../use-survey-form.ts';

/** Most of a post's page does without it. */
const CategorySelector = lazy(() =>
  import('../../category-selector/category-selector.tsx').then((it) => ({ default: it.CategorySelector })),
);

const idOf = (answer: unknown): string => {
  const bare = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  return typeof bare === 'string' || typeof bare === 'number' ? String(bare) : '';
};

const idsOf = (answers: AnswerList): string[] => answers.map(idOf).filter((it) => it !== '');

export function CategoryField({ attribute, answers, onAnswers, faults }: FieldProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { categories, surveyId } = useFormSurroundings();
  const tree = useMemo(
    () => categoryTree(categories, (attribute.options ?? []).map(Number)),
    [categories, attribute.options],
  );
  /** A field that offers some categories only must offer the new one, too. */
  async function offer(made: Category): Promise<void> {
    const offered = attribute.options ?? [];
    if (offered.length > 0 && surveyId !== undefined) {
      const params = { id: surveyId, attributeId: attribute.id };
      await call(updateAttribute, { params, body: { options: [...offered, made.id] } }, { quiet: true });
      await cache.invalidateQueries({ queryKey: forResource('forms') });
    }
    onAnswers((now) => [...idsOf(now), String(made.id)]);
  }
  return (
    <FieldGroup of={attribute} error={faultText(faults)}>
      {tree.length === 0 && <p className={classes['hint']}>{t('surveyForm.noCategories')}</p>}
      <Suspense fallback={<Skeleton height={88} />}>
        <CategorySelector
          size="md"
          tree={tree}
          chosen={idsOf(answers)}
          onToggle={(id) => onAnswers((now) => toggleCategory(tree, idsOf(now), id))}
          onMade={offer}
        />
      </Suspense>
    </FieldGroup>
  );
}
