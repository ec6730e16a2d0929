// What is taken off, from which quantity on.
export const rates: Readonly<Record<string, number>> = { 5: 0.02, 50: 0.05, 200: 0.15 };
