import type { ErrorBody } from '../contract/index.ts';

/** What is wrong with a request: the field to mend, and what to send instead. */
export interface Problem {
  field: string;
  /** 8 digits. */
  code: number;
  reason: string;
}

/** How an operation words a problem: orders and drafts do it differently (contract/README.md §1.8). */
export type Refuse = (problem: Problem) => Refusal;

/** The service says no: thrown anywhere, answered in one place. */
export class Refusal extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;

  /** @param code 8 digits: 3 of HTTP status, 2-3 of area, rest the case (contract/README.md §1.8) */
  constructor(code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return Math.floor(this.code / 100_000);
  }

  answer(headers: Record<string, string> = {}): Response {
    const body: ErrorBody = { success: false, error: this.message, code: this.code, details: this.details };
    return Response.json(body, { status: this.status, headers });
  }
}

export const refuse: Refuse = ({ code, field, reason }) => new Refusal(code, `${field} ${reason}`);
