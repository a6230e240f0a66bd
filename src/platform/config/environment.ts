/** For what is not a setting of the product: where tests run at full size, and what child processes inherit. */
export const environment = process.env;

/** As seen from where the person typed the command: npm changes the working folder. */
export const workingDirectory = () => environment.INIT_CWD ?? process.cwd();
