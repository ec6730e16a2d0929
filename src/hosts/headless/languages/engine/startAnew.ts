// Thrown by a middleware whose server cannot answer as it was started, but could if it were started otherwise: the same work then runs once more.
export class StartAnew extends Error {}
