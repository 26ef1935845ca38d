internal import TandemCLI
