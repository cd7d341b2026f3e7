import { isShippingFailure, type ReadOptions, type Reason, type ShippingClient } from '../../client/index.ts';
import type { Rate, RatesRequest } from '../../contract/index.ts';
import {
  type Answer,
  declaredValue,
  isSameSwitches,
  itemsOf,
  noAnswers,
  pricesWith,
  quotable,
  type Switches,
  switches,
  takeIn,
} from '../../quote/index.ts';
import { type Question, requestOf } from '../state/terms.ts';

/**
 * Asks everything of a question: with all extras, and where that does not tell what the switches cost as they stand, what is
 * lacking of it beside that.
 * @param switched the switches as they stand at that moment
 */
export async function answersTo(
  client: ShippingClient,
  question: Question,
  couriers: readonly string[],
  switched: () => Switches,
  options: ReadOptions,
): Promise<Answer[]> {
  const ask = (asked: Switches, codes: readonly string[]) => answerTo(client, question, codes, asked, options);
  // All at once may be too much for a lane: what is wanted of it may not be.
  const everything = ask(question.extras, couriers).catch((error) => {
    if (!isAboutExtra(error) || isSameSwitches(question.extras, switched())) throw error;
    return ask(switched(), couriers);
  });
  const able = quotable(couriers, question.shipment, declaredValue(itemsOf(question.shipment)));
  const answers: Answer[] = [{ ...(await everything), couriers: able }];
  for (;;) {
    const { lacking } = pricesWith(answers.reduce(takeIn, noAnswers), switchesAlone(switched()));
    if (!lacking.length) return answers;
    answers.push(await ask(switched(), lacking));
  }
}

/** What some couriers say that could have a rate, asked with these switches. */
export async function answerTo(
  client: ShippingClient,
  question: Question,
  couriers: readonly string[],
  asked: Switches,
  options: ReadOptions,
): Promise<Answer> {
  const rates = couriers.length ? await quoteRates(client, requestOf(question, couriers, asked), options) : [];
  return { asked: switchesAlone(asked), couriers, rates };
}

/** The rates of a lane; a lane that nobody serves is refused by the service, and here an empty list. */
export async function quoteRates(client: ShippingClient, request: RatesRequest, options: ReadOptions): Promise<Rate[]> {
  try {
    return (await client.quoteRates(request, options)).pricing;
  } catch (error) {
    if (isShippingFailure(error) && error.code === 'refused' && error.reason === 'no-courier') return [];
    throw error;
  }
}

/** Whether a question was refused because of an extra that it was asked with. */
function isAboutExtra(error: unknown): boolean {
  const reasons: readonly Reason[] = ['cod-unavailable', 'cod-limit', 'insurance-unavailable'];
  return isShippingFailure(error) && error.code === 'refused' && reasons.includes(error.reason);
}

const switchesAlone = (extras: Switches): Switches => switches(({ property }) => extras[property]);
