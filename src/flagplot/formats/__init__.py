"""Writers of report trees and of the machine block."""
